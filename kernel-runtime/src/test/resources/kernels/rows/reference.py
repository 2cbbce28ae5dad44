# Without NumPy; the outputs in the widest types.
import json, struct, sys

folder = sys.argv[-1]
numbers = json.load(open(folder + '/arguments.json'))
open('count', 'a').write('x')
rows, columns = numbers['dimensions']['M'], numbers['dimensions']['N']
assert numbers['scalars'] == {'rows': rows, 'columns': columns, 'scale': 1.5}, numbers
assert numbers['shape'] == 'small' and numbers['kernel'] == 'rows', numbers
assert numbers['outputs']['y']['dimensions'] == [rows, columns], numbers


def load(name):
    content = open(folder + '/' + name + '.npy', 'rb').read()
    length, = struct.unpack('<H', content[8:10])
    header, data = eval(content[10:10 + length]), content[10 + length:]
    code = {'<f2': 'e', '<f4': 'f', '<i4': 'i'}[header['descr']]
    return struct.unpack('<%d%s' % (len(data) // struct.calcsize(code), code), data)


def save(name, descr, code, shape, values):
    header = repr({'descr': descr, 'fortran_order': False, 'shape': shape}).encode()
    with open(folder + '/' + name + '.npy', 'wb') as f:
        f.write(b'\x93NUMPY\x01\x00' + struct.pack('<H', len(header)) + header)
        f.write(struct.pack('<%d%s' % (len(values), code), *values))


x, k = load('x'), load('k')
y = [1.5 * k[i // columns] * x[i] for i in range(rows * columns)]
save('y', '<f8', 'd', (rows, columns), y)
save('n', '<i8', 'q', (1,), [rows * columns])
