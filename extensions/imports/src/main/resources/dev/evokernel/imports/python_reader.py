"""Reads Python without running it: lists, conditions and formulas of T1 files, and kernels in Triton.

Each question is one line of JSON on standard input, each answer one line on standard output. Python's own 'ast' parses
the text; the classes below evaluate, translate or outline its tree. Nothing of the text is imported or called.
"""

import ast
import builtins
import itertools
import json
import math
import operator
import re
import sys
from collections import namedtuple

MOST_VALUES = 100_000
MOST_STEPS = 1_000_000
LONGEST_ANSWER = 1_000_000


class Refused(Exception):
    """Says which code is beyond this reader."""


def path(node):
    """Name with its modules; empty for a function that is a value."""
    if isinstance(node, ast.Attribute):
        return path(node.value) + "." + node.attr
    return node.id if isinstance(node, ast.Name) else path(node.value) if isinstance(node, ast.Subscript) else ""


def bind(target, value, names):
    """Binds the names of a loop or an assignment; names in brackets share a sequence."""
    if isinstance(target, ast.Name):
        names[target.id] = value
    elif isinstance(target, (ast.Tuple, ast.List)):
        for i, each in enumerate(target.elts):
            bind(each, value[i] if isinstance(value, list) and i < len(value) else UNKNOWN, names)


# --- Values

UNKNOWN = object()  # A value that the text alone does not decide, and None.


class Call:
    """Call of a function that the text does not define, or a decorator."""

    def __init__(self, name, positional=(), named=None):
        self.name, self.positional, self.named = name.rpartition(".")[2], list(positional), named or {}

    def argument(self, position, key):
        return self.named.get(key, self.positional[position] if position < len(self.positional) else UNKNOWN)


def truth(value):
    return UNKNOWN if value is UNKNOWN or isinstance(value, (Call, ast.AST)) else bool(value)


def roomy(count):
    if count > MOST_VALUES:
        raise Refused(f"a list has more than {MOST_VALUES:,} values")
    return count


def power(base, exponent):
    return base ** exponent if isinstance(exponent, float) or exponent < 64 else UNKNOWN


def repeated(left, right):
    """Product of numbers, or a repeated sequence."""
    for sequence, count in ((left, right), (right, left)):
        if isinstance(sequence, (list, str)):
            roomy(len(sequence) * max(count, 0))
    return left * right


def joined(left, right):
    if isinstance(left, (list, str)) and isinstance(right, (list, str)):
        roomy(len(left) + len(right))
    return left + right


def member(element, sequence):
    return UNKNOWN if any(each is UNKNOWN for each in sequence) else element in sequence


OPERATORS = {
    ast.Add: joined,
    ast.Sub: operator.sub,
    ast.Mult: repeated,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: lambda a, b: UNKNOWN if isinstance(a, str) else a % b,
    ast.Pow: power,
    ast.LShift: lambda a, b: a << b if b < 64 else UNKNOWN,
    ast.RShift: operator.rshift,
    ast.BitAnd: operator.and_,
    ast.BitOr: operator.or_,
    ast.BitXor: operator.xor,
    ast.Eq: operator.eq,
    ast.Is: operator.eq,
    ast.NotEq: operator.ne,
    ast.IsNot: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
    ast.In: member,
    ast.NotIn: lambda a, b: UNKNOWN if member(a, b) is UNKNOWN else a not in b,
    ast.Not: lambda a: UNKNOWN if truth(a) is UNKNOWN else not truth(a),
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Invert: operator.invert,
}

FUNCTIONS = {
    name: getattr(builtins, name)
    for name in "abs all any bool enumerate float int len max min reversed round sorted sum zip".split()
}


class Values:
    """Evaluates expressions.

    names: values by name, and under 'f()' what a function of the text returns
    strict: whether a condition without a value is refused; otherwise comprehensions take it for true, choices for false
    """

    def __init__(self, names, strict=False):
        self.names, self.strict = names, strict

    def of(self, node):
        return getattr(self, "of_" + type(node).__name__, lambda _: UNKNOWN)(node)

    def all(self, nodes):
        values = []
        for node in nodes:
            one = self.of(node.value if isinstance(node, ast.Starred) else node)
            values += one if isinstance(node, ast.Starred) and isinstance(one, list) else [one]
        return values

    def applied(self, function, *operands):
        """Result of a function without effects; UNKNOWN for an open operand, an error, or more than 64 bits."""
        if any(operand is UNKNOWN for operand in operands):
            return UNKNOWN
        try:
            result = function(*operands)
        except (ArithmeticError, TypeError, ValueError, IndexError, KeyError):
            return UNKNOWN
        wide = isinstance(result, int) and not -(2**63) <= result < 2**63
        return result if isinstance(result, (int, float, str, list, dict)) and not wide else UNKNOWN

    def decided(self, condition):
        found = truth(self.of(condition))
        if found is UNKNOWN and self.strict:
            raise Refused("a condition has no value")
        return found

    def of_Constant(self, node):
        return node.value if isinstance(node.value, (int, float, str)) else UNKNOWN

    def of_Name(self, node):
        return self.names.get(node.id, {"true": True, "false": False}.get(node.id, UNKNOWN))

    def of_UnaryOp(self, node):
        return self.applied(OPERATORS[type(node.op)], self.of(node.operand))

    def of_BinOp(self, node):
        return self.applied(OPERATORS.get(type(node.op), operator.matmul), self.of(node.left), self.of(node.right))

    def of_BoolOp(self, node):
        deciding = isinstance(node.op, ast.Or)
        result = self.of(node.values[0])
        for other in node.values[1:]:
            first, right = truth(result), self.of(other)
            if first is UNKNOWN:
                result = right if truth(right) is deciding else UNKNOWN
            elif first is not deciding:
                result = right
        return result

    def of_Compare(self, node):
        left, holds = self.of(node.left), True
        for kind, operand in zip(node.ops, node.comparators):
            right = self.of(operand)
            one = self.applied(OPERATORS[type(kind)], left, right)
            holds = False if one is False or holds is False else UNKNOWN if UNKNOWN in (one, holds) else True
            left = right
        return holds

    def of_IfExp(self, node):
        return self.of(node.body if self.decided(node.test) is True else node.orelse)

    def of_List(self, node):
        return self.all(node.elts)

    of_Tuple = of_Set = of_List

    def of_Dict(self, node):
        found = {}
        for key, each in zip(node.keys, node.values):
            one = self.of(each)
            if key is not None:
                found[str(self.of(key))] = one
            elif isinstance(one, dict):
                found.update(one)
        return found

    def of_Subscript(self, node):
        if isinstance(node.slice, ast.Slice):
            bounds = [self.of(one) if one else None for one in (node.slice.lower, node.slice.upper, node.slice.step)]
            return self.applied(lambda of, *_: of[slice(*bounds)], self.of(node.value), *filter(None, bounds))
        of, at = self.of(node.value), self.of(node.slice)
        try:
            return of[str(at) if isinstance(of, dict) else at] if isinstance(of, (list, dict)) else UNKNOWN
        except (TypeError, IndexError, KeyError):
            return UNKNOWN

    def of_Lambda(self, node):
        return node

    def of_ListComp(self, node):
        found, inner = [], Values(dict(self.names), self.strict)
        inner.loop(node.generators, lambda: (roomy(len(found) + 1), found.append(inner.of(node.elt))))
        return found

    of_SetComp = of_GeneratorExp = of_ListComp

    def of_DictComp(self, node):
        found, inner = {}, Values(dict(self.names), self.strict)
        inner.loop(node.generators, lambda: found.update({str(inner.of(node.key)): inner.of(node.value)}))
        return found

    def loop(self, generators, take):
        if not generators:
            take()
            return
        of = self.of(generators[0].iter)
        for each in of if isinstance(of, list) else [UNKNOWN]:
            bind(generators[0].target, each, self.names)
            if not any(self.decided(condition) is False for condition in generators[0].ifs):
                self.loop(generators[1:], take)

    def of_Call(self, node):
        name = path(node.func)
        simple = name.rpartition(".")[2]
        given = self.all(node.args)
        named = {}
        for keyword in node.keywords:
            one = self.of(keyword.value)
            named.update({keyword.arg: one} if keyword.arg else one if isinstance(one, dict) else {})
        if simple == "range":
            return self.applied(lambda *bounds: (roomy(steps(*bounds)), list(range(*bounds)))[1], *given)
        if simple == "product":
            lists = given * (named["repeat"] if isinstance(named.get("repeat"), int) else 1)
            if all(isinstance(one, list) for one in lists):
                roomy(math.prod(len(one) for one in lists))
                return [list(row) for row in itertools.product(*lists)]
        if simple in ("list", "tuple", "set"):
            return given[0] if given else []
        if simple == "filter" and len(given) == 2:
            return given[1]
        if simple == "dict":
            return {**(given[0] if given and isinstance(given[0], dict) else {}), **named}
        if name in FUNCTIONS and given:
            found = self.applied(lambda *all: FUNCTIONS[name](*settled(all), **named), *given)
            return found if found is not UNKNOWN else self.applied(lambda *all: plain(FUNCTIONS[name](*all)), *given)
        return self.names.get(name + "()", Call(name, given, named))


def steps(*bounds):
    """Number of values of a range, without the limit of len()."""
    low, high, step = (0, *bounds, 1) if len(bounds) == 1 else (*bounds, 1)[:3]
    return max(0, -((low - high) // step)) if step else 0


def settled(values):
    """Refuses, as Python does, functions of lists with an open element."""
    if any(isinstance(one, list) and any(each is UNKNOWN for each in one) for one in values):
        raise ValueError
    return values


def plain(iterator):
    return [list(each) if isinstance(each, tuple) else each for each in iterator]


# --- Expressions of T1 files

# Translated text, its type, and how tight its loosest operator binds.
Text = namedtuple("Text", "text type level")
OR, AND, NOT, COMPARISON, SUM, PRODUCT, SIGN, POWER, ATOM = range(1, 10)
TRUTH, INTEGER, REAL, WORD = "truth", "integer", "real", "word"
LONGEST_TABLE = 40
EXTENT = re.compile(r"problem_?size(?:_([xyz]))?", re.I)
COMMON = re.compile(r"(\"[^\"\n]*\"|'[^'\n]*')|(\|\|)|(&&)|(!(?!=))")


def parsed(text):
    """Tree of an expression, which may have C's operators of conditions."""
    python = COMMON.sub(
        lambda found: found[1] or (" or " if found[2] else " and " if found[3] else " not "),
        re.sub(r"\s*\n\s*", " ", text.strip()),
    )
    try:
        return ast.parse(python.strip(), mode="eval").body
    except (SyntaxError, ValueError) as error:
        raise Refused(re.sub(r" \(.*", "", getattr(error, "msg", None) or str(error)))
    except (MemoryError, RecursionError):
        raise Refused("nested too deep")


def values(text):
    """Values of a list; integers become reals if any number is a real."""
    found = Values({}, strict=True).of(parsed(text))
    if not isinstance(found, list):
        raise Refused("it is not a list")
    if not all(isinstance(one, (int, str)) or isinstance(one, float) and math.isfinite(one) for one in found):
        raise Refused("an element is neither a number nor a word")
    real = any(isinstance(one, float) for one in found) and not any(isinstance(one, (bool, str)) for one in found)
    return [float(one) for one in found] if real else found


class Extents(ast.NodeTransformer):
    """Replaces ProblemSize[0] and problem_size_x by the expressions of the problem's size."""

    def __init__(self, extents):
        self.extents = extents

    def visit_Name(self, node, position=None):
        found = EXTENT.fullmatch(node.id)
        if not found:
            return node
        axis = "xyz".index((found[1] or "x").lower()) if position is None else position
        if not isinstance(axis, int) or not 0 <= axis < len(self.extents):
            shown = node.id if position is None else f"{node.id}[{axis if isinstance(axis, int) else -1}]"
            raise Refused(f"'{shown}' is out of range; 'ProblemSize' has {len(self.extents)} axes")
        return parsed(self.extents[axis])

    def visit_Subscript(self, node):
        if isinstance(node.value, ast.Name) and EXTENT.fullmatch(node.value.id):
            return self.visit_Name(node.value, Values({}).of(node.slice))
        return self.generic_visit(node)


def at(least, of):
    return f"({of.text})" if of.level < least else of.text


def constant(value):
    if isinstance(value, bool):
        return Text(str(value).lower(), TRUTH, ATOM)
    if isinstance(value, int) and value < 2**63:
        return Text(str(value), INTEGER, ATOM)
    if isinstance(value, float) and math.isfinite(value):
        return Text(repr(value), REAL, ATOM)
    for quote in "'\"":
        if isinstance(value, str) and quote not in value:
            return Text(quote + value + quote, WORD, ATOM)
    raise Refused("None, a formatted text or a number beyond 64 bits")


def number(value):
    if value.type == WORD:
        raise Refused(f"'{value.text}' is a text, not a number")
    if value.type == TRUTH:
        known = {"false": 0, "true": 1}.get(value.text)
        return Text(f"({value.text} ? 1 : 0)", INTEGER, ATOM) if known is None else constant(known)
    return value


def true(value):
    if value.type == WORD:
        raise Refused(f"'{value.text}' is a text, and no condition by itself")
    return value if value.type == TRUTH else Text(at(SUM, value) + " != 0", TRUTH, COMPARISON)


def connected(word, left, right):
    level = OR if word == "or" else AND
    return Text(f"{at(level, left)} {word} {at(level + 1, right)}", TRUTH, level)


def conditional(condition, then, otherwise):
    if then.type != otherwise.type:
        then, otherwise = number(then), number(otherwise)
    kind = REAL if REAL in (then.type, otherwise.type) else otherwise.type
    return Text(f"({condition.text} ? {then.text} : {otherwise.text})", kind, ATOM)


def arithmetic(sign, left, right, level):
    kind = REAL if REAL in (left.type, right.type) else INTEGER
    return Text(f"{at(level, left)} {sign} {at(level + 1, right)}", kind, level)


def raised(base, exponent):
    kind = REAL if REAL in (base.type, exponent.type) else INTEGER
    return Text(f"{at(ATOM, base)} ** {at(SIGN, exponent)}", kind, POWER)


def masked(of, mask):
    """Bits of a constant mask: each run of ones is a remainder of a quotient."""
    total, low = None, 0
    while mask >> low:
        if not mask >> low & 1:
            low += 1
            continue
        length = (~(mask >> low) & (mask >> low) + 1).bit_length() - 1
        run = of if low == 0 else arithmetic("//", of, constant(1 << low), PRODUCT)
        if low + length < 63:
            run = arithmetic("%", run, constant(1 << length), PRODUCT)
        part = run if low == 0 else arithmetic("*", run, constant(1 << low), PRODUCT)
        total = part if total is None else arithmetic("+", total, part, SUM)
        low += length
    return total or constant(0)


def compared(sign, left, right):
    equality = sign in ("==", "!=")
    same = left.type == right.type and (left.type != TRUTH or equality)
    if not same and equality and WORD in (left.type, right.type):
        return constant(sign == "!=")  # Python compares a text with a number.
    if not same:
        left, right = number(left), number(right)
    return Text(f"{at(SUM, left)} {sign} {at(SUM, right)}", TRUTH, COMPARISON)


class Translation:
    """Translates expressions to evo's language with Python's meaning.

    Numbers are true unless they are 0, 'and' and 'or' give an operand, truths count as 0 and 1, and operators on bits
    become arithmetic. The names are those of parameters with their values; any other name is an integer.
    """

    SIGNS = {ast.Eq: "==", ast.Is: "==", ast.NotEq: "!=", ast.IsNot: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">"}
    SIGNS[ast.GtE] = ">="

    def __init__(self, names):
        self.names = names

    def truth(self, node):
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return Text("not " + at(ATOM, self.truth(node.operand)), TRUTH, NOT)
        if isinstance(node, ast.BoolOp):
            word = "or" if isinstance(node.op, ast.Or) else "and"
            result = self.truth(node.values[0])
            for other in node.values[1:]:
                result = connected(word, result, self.truth(other))
            return result
        return true(self.of(node))

    def of(self, node):
        method = getattr(self, "of_" + type(node).__name__, None)
        if method is None:
            raise Refused(self.BEYOND.get(type(node), f"'{ast.unparse(node)}'"))
        return method(node)

    BEYOND = {
        ast.Attribute: "attributes of names",
        ast.Subscript: "elements of a sequence",
        ast.Lambda: "a function without a name",
        ast.Dict: "a mapping",
        **dict.fromkeys((ast.List, ast.Tuple, ast.Set, ast.Starred), "a list is allowed only after 'in'"),
        **dict.fromkeys((ast.ListComp, ast.SetComp, ast.GeneratorExp), "a list is allowed only after 'in'"),
        ast.JoinedStr: "a formatted text",
    }

    def of_Constant(self, node):
        return constant(node.value)

    def of_Name(self, node):
        if node.id in ("true", "false"):
            return Text(node.id, TRUTH, ATOM)
        known = self.names.get(node.id, [0])[0]
        kinds = {bool: TRUTH, int: INTEGER, float: REAL, str: WORD}
        return Text(node.id, kinds[type(known)], ATOM)

    def of_UnaryOp(self, node):
        if isinstance(node.op, ast.Not):
            return self.truth(node)
        operand = number(self.of(node.operand))
        if isinstance(node.op, ast.UAdd):
            return operand
        if isinstance(node.op, ast.Invert):
            return Text(f"-{at(SIGN, operand)} - 1", INTEGER, SUM)
        return Text("-" + at(SIGN, operand), operand.type, SIGN)

    def of_IfExp(self, node):
        return conditional(self.truth(node.test), self.of(node.body), self.of(node.orelse))

    def of_BoolOp(self, node):
        either = isinstance(node.op, ast.Or)
        result = self.of(node.values[0])
        for other in map(self.of, node.values[1:]):
            if result.type == other.type == TRUTH:
                result = connected("or" if either else "and", result, other)
                continue
            decided = constant(either) if result.type == TRUTH else result
            result = conditional(true(result), *((decided, other) if either else (other, decided)))
        return result

    def of_BinOp(self, node):
        left, right = self.of(node.left), self.of(node.right)
        kind = type(node.op)
        if left.type == right.type == TRUTH and kind in (ast.BitAnd, ast.BitOr, ast.BitXor):
            if kind is ast.BitXor:
                return Text(f"{at(SUM, left)} != {at(SUM, right)}", TRUTH, COMPARISON)
            return connected("and" if kind is ast.BitAnd else "or", left, right)
        left, right = number(left), number(right)
        signs = {ast.Add: ("+", SUM), ast.Sub: ("-", SUM), ast.Mult: ("*", PRODUCT), ast.Div: ("/", PRODUCT)}
        signs.update({ast.FloorDiv: ("//", PRODUCT), ast.Mod: ("%", PRODUCT)})
        if kind in signs:
            result = arithmetic(signs[kind][0], left, right, signs[kind][1])
            return result._replace(type=REAL) if kind is ast.Div else result
        if kind is ast.Pow:
            return raised(left, right)
        if kind in (ast.LShift, ast.RShift):
            return arithmetic("*" if kind is ast.LShift else "//", left, raised(constant(2), right), PRODUCT)
        if kind is ast.MatMult:
            raise Refused("the operator '@'")
        bits = self.bits(node)
        if kind is ast.BitAnd:
            return bits
        twice = bits if kind is ast.BitOr else arithmetic("*", constant(2), bits, PRODUCT)
        return arithmetic("-", arithmetic("+", left, right, SUM), twice, SUM)

    def bits(self, node):
        """The bits that both operands have: of a constant mask by arithmetic, of one parameter as a table."""
        for mask, other in ((node.right, node.left), (node.left, node.right)):
            known = Values({}).of(mask)
            if type(known) is int and known >= 0:
                return masked(number(self.of(other)), known)
        parts = (ast.Name, ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)
        read = sorted({one.id for one in ast.walk(node) if isinstance(one, ast.Name)})
        known = self.names.get(read[0], []) if len(read) == 1 else []
        if not 0 < len(known) <= LONGEST_TABLE or not all(isinstance(one, parts) for one in ast.walk(node)):
            raise Refused("bits of " + (", ".join(read) or "negative numbers"))
        table = None
        for one in reversed(known):
            common = ast.BinOp(node.left, ast.BitAnd(), node.right)
            own = constant(Values({read[0]: one}).of(common))
            here = Text(f"{read[0]} == {constant(one).text}", TRUTH, COMPARISON)
            table = own if table is None else conditional(here, own, table)
        return table

    def of_Compare(self, node):
        left, result = node.left, None
        for kind, right in zip(node.ops, node.comparators):
            if isinstance(kind, (ast.In, ast.NotIn)):
                one = self.membership(self.of(left), right, isinstance(kind, ast.NotIn))
            else:
                one = compared(self.SIGNS[type(kind)], self.of(left), self.of(right))
            result = one if result is None else connected("and", result, one)
            left = right
        return result

    def membership(self, element, sequence, negated):
        listed = Values({}).of(sequence) if isinstance(sequence, ast.Call) else None
        if isinstance(listed, list) and UNKNOWN not in listed:
            texts = [constant(one) for one in listed]
        elif isinstance(sequence, (ast.List, ast.Tuple, ast.Set)):
            texts = [self.of(one) for one in sequence.elts]
        else:
            raise Refused("'in' without a list behind it")
        if any(text.type != element.type for text in texts):
            texts = [text for text in texts if (text.type == WORD) == (element.type == WORD)]
            if element.type != WORD:
                element, texts = number(element), [number(text) for text in texts]
        if not texts:
            return constant(negated)
        word = "not in" if negated else "in"
        return Text(f"{at(SUM, element)} {word} [{', '.join(text.text for text in texts)}]", TRUTH, COMPARISON)

    def of_Call(self, node):
        name = re.sub(r"^(math|np|numpy|builtins)\.", "", path(node.func))
        given = node.args
        if len(given) == 1 and isinstance(given[0], (ast.List, ast.Tuple, ast.Set)):
            given = given[0].elts
        if node.keywords or not given:
            raise Refused(f"the function '{path(node.func)}' with these arguments")
        first = given[0]
        if name in ("all", "any", "sum"):
            result = None
            for other in given:
                one = number(self.of(other)) if name == "sum" else self.truth(other)
                if result is None:
                    result = one
                elif name == "sum":
                    result = arithmetic("+", result, one, SUM)
                else:
                    result = connected("and" if name == "all" else "or", result, one)
            return result
        if name == "bool":
            return self.truth(first)
        if name == "float":
            return number(self.of(first))._replace(type=REAL)
        if name in ("int", "floor", "trunc", "ceil"):
            return self.whole(name, first)
        if name in ("sqrt", "pow"):
            return raised(number(self.of(first)), number(self.of(given[-1])) if name == "pow" else constant(0.5))
        if name in ("min", "max") and len(given) == 1:
            known = self.names.get(first.id, []) if isinstance(first, ast.Name) else []
            numbers = known and not isinstance(known[0], (bool, str))
            return constant(getattr(builtins, name)(known)) if numbers else number(self.of(first))
        arguments = [number(self.of(one)) for one in given]
        real = name == "log2" or any(one.type == REAL for one in arguments)
        return Text(f"{name}({', '.join(one.text for one in arguments)})", REAL if real else INTEGER, ATOM)

    def whole(self, name, of):
        """Whole number next to a quotient of whole numbers, which evo divides without a fraction."""
        value = number(self.of(of))
        if value.type == INTEGER:
            return value
        if isinstance(of, ast.BinOp) and isinstance(of.op, ast.Div):
            left, right = number(self.of(of.left)), number(self.of(of.right))
            if left.type == right.type == INTEGER:
                if name == "ceil":
                    return Text(f"ceil_div({left.text}, {right.text})", INTEGER, ATOM)
                return arithmetic("//", left, right, PRODUCT)
        raise Refused(name + " of anything but a quotient of integers")


class Quotients(ast.NodeTransformer):
    """Makes quotients whole."""

    def visit_Div(self, _):
        return ast.FloorDiv()


def translated(question):
    tree = Extents(question["extents"]).visit(parsed(question["translate"]))
    translation = Translation(question["names"])
    if question["kind"] == "condition":
        return translation.truth(tree).text
    text = translation.of(tree)
    if question["kind"] == "integer" and text.type == REAL:
        known = Values({}).of(tree)
        if isinstance(known, float) and known.is_integer():
            return str(int(known))
        text = translation.of(Quotients().visit(tree))
    return text.text


# --- Kernels in Triton

OPTIONS = {"num_stages": "3", "num_warps": "4", "num_ctas": "", "maxnreg": ""}
REALS = re.compile(
    r"(\w+_)?(scale|eps|epsilon|alpha|beta|gamma|slope|softcap|temperature|lr|decay|factor|momentum|prob|dropout_p|p"
    r"|theta|limit|weight|offset|smoothing)(_\w+)?",
    re.I,
)
STRIDE = re.compile(r".*stride.*|s_[a-z]+", re.I)
STRIDE_OF = re.compile(r"(?:stride|s)_?([a-z]+?)_?([a-z])|stride_?([a-z])([a-z])", re.I)
ROW_STRIDE = re.compile(r"(\w+?)_?row_stride|stride_(\w+?)_?row", re.I)


class Script:
    """Follows a file's statements: assignments, loops that append, and what functions without arguments return."""

    def __init__(self, tree):
        self.names, self.steps = {}, 0
        self.follow(tree.body, self.names)

    def value(self, node, names=None):
        try:
            return Values(self.names if names is None else names).of(node)
        except (Refused, RecursionError, MemoryError):
            return UNKNOWN

    def follow(self, statements, names):
        """Follows a block; returns what it returns."""
        for one in statements:
            self.steps += 1
            if self.steps > MOST_STEPS:
                return UNKNOWN
            if isinstance(one, ast.Return):
                return self.value(one.value, names)
            if isinstance(one, ast.FunctionDef):
                returned = self.follow(one.body, dict(names))
                if isinstance(returned, list) and returned:
                    names[one.name + "()"] = returned
            elif isinstance(one, ast.For):
                of = self.value(one.iter, names)
                for each in of if isinstance(of, list) else []:
                    bind(one.target, each, names)
                    self.follow(one.body, names)
            elif isinstance(one, ast.If):
                holds = self.value(one.test, names)
                # A question for the machine is answered as on a GPU by NVIDIA.
                taken = holds is True or isinstance(holds, Call) and "is_cuda" in ast.unparse(one.test)
                returned = self.follow(one.body if taken else one.orelse, names)
                if returned is not UNKNOWN:
                    return returned
            elif isinstance(one, (ast.Try, ast.With)):
                self.follow(one.body, names)
            elif isinstance(one, (ast.Assign, ast.AnnAssign)) and one.value is not None:
                for target in one.targets if isinstance(one, ast.Assign) else [one.target]:
                    bind(target, self.value(one.value, names), names)
            elif isinstance(one, ast.AugAssign) and isinstance(one.op, ast.Add) and isinstance(one.target, ast.Name):
                self.add(one.target.id, one.value, names)
            elif isinstance(one, ast.Expr) and isinstance(one.value, ast.Call) and len(one.value.args) == 1:
                method, added = one.value.func, one.value.args[0]
                if isinstance(method, ast.Attribute) and isinstance(method.value, ast.Name):
                    if method.attr in ("append", "extend"):
                        added = ast.List([added], ast.Load()) if method.attr == "append" else added
                        self.add(method.value.id, added, names)
        return UNKNOWN

    def add(self, name, node, names):
        names[name] = self.value(ast.BinOp(ast.Name(name, ast.Load()), ast.Add(), node), names)


def shown(value):
    """Value of a constant as in kernel.yaml; empty if it cannot be one."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, (int, float)):
        return repr(value)
    return value if isinstance(value, str) and re.fullmatch(r"\w[\w.]*", value) else ""


def called(node):
    """Last word of a called function's name."""
    return path(node.func).rpartition(".")[2]


def base(node):
    """Name from which a pointer is computed."""
    if isinstance(node, ast.BinOp) and isinstance(node.op, (ast.Add, ast.Sub)):
        return base(node.left)
    if isinstance(node, ast.Call) and called(node) in ("make_block_ptr", "make_tensor_descriptor", "advance"):
        return next((base(one.value) for one in node.keywords if one.arg == "base"), base(*node.args[:1] or [None]))
    return node.id if isinstance(node, ast.Name) else ""


class Kernel:
    """Function with the decorator 'jit'.

    tuned: pattern of names that decide speed and not the result
    """

    def __init__(self, node, decorators, script, source, tuned):
        self.node, self.decorators, self.script, self.source, self.tuned = node, decorators, script, source, tuned
        body = node.body[1:] if ast.get_docstring(node, clean=False) is not None else node.body
        self.body = "\n".join(ast.unparse(one) for one in body)
        inside = [one for one in ast.walk(node) if hasattr(one, "lineno")]
        inside.sort(key=lambda one: (one.lineno, one.col_offset))
        self.calls = [one for one in inside if isinstance(one, ast.Call)]
        self.made = [
            (one.targets[0].id, base(one.value))
            for one in inside
            if isinstance(one, ast.Assign) and isinstance(one.targets[0], ast.Name)
        ]
        self.added = {
            one.target.id
            for one in inside
            if isinstance(one, ast.AugAssign)
            and isinstance(one.target, ast.Name)
            and re.search(r"\[None|\[:|stride|program_id", ast.unparse(one.value))
        }
        arguments = node.args.posonlyargs + node.args.args
        defaults = [None] * (len(arguments) - len(node.args.defaults)) + node.args.defaults
        arguments, defaults = arguments + node.args.kwonlyargs, defaults + node.args.kw_defaults
        self.defaults = {one.arg: default for one, default in zip(arguments, defaults)}
        self.declared = {one.arg: ast.unparse(one.annotation) if one.annotation else "" for one in arguments}
        self.constants = [name for name, kind in self.declared.items() if re.search(r"\bconstexpr\b", kind)]
        self.parameters = {name: self.parameter(name) for name in self.declared}
        self.strides()

    def finds(self, pattern):
        return re.search(pattern, self.body) is not None

    # The parameters

    def aliases(self, name):
        """Pointers that are computed from a parameter, with the parameter."""
        same = {name}
        same.update(made for made, of in self.made if of in same and not same.add(made))
        return same

    def uses(self, name):
        """Functions that read or write through a pointer, with their calls."""
        same = self.aliases(name)
        for call in self.calls:
            through = base(call.args[0]) if call.args else ""
            method = base(call.func.value) if isinstance(call.func, ast.Attribute) else ""
            if through in same or method in same:
                yield called(call), call

    def kind(self, name):
        """Pointers that are stored through are outputs; loaded ones and those named ptr are inputs."""
        uses = {word for word, _ in self.uses(name)}
        stored = any(re.fullmatch(r"(\w+_)?store|atomic_\w+", word) for word in uses)
        loaded = any(re.fullmatch(r"(\w+_)?load", word) for word in uses)
        if stored:
            return "INOUT" if loaded or "atomic_add" in uses else "OUTPUT"
        either = "|".join(self.aliases(name))
        pointer = name in self.added or uses & {"make_block_ptr", "make_tensor_descriptor"}
        pointer = pointer or any(of == name and self.is_block(made) for made, of in self.made)
        pointer = pointer or self.finds(rf"\b({either})\.(dtype|type)\.element_ty")
        pointer = pointer or re.fullmatch(r"(?i).*ptrs?|ptr_.*|[a-z]_?base", name)
        return "INPUT" if loaded or pointer else "SCALAR"

    def is_block(self, name):
        return self.finds(rf"\b{name} = tl\.make_(block_ptr|tensor_descriptor)\(")

    def parameter(self, name):
        kind, default = self.kind(name), self.defaults[name]
        declared = self.declared[name] + ("=" + ast.unparse(default) if default is not None else "")
        written = name + (": " + self.declared[name] if self.declared[name] else "")
        written += f" = {ast.unparse(default)}" if default is not None else ""
        real = REALS.fullmatch(name) or re.search(r"float|=\s*[\d-]*\.\d|\de-", declared)
        index = re.fullmatch(r"(?i).*(seqlens|indices|idx|offsets|labels|ids|table).*", name)
        index = index or self.finds(rf"load\({name}\b[^\n]*\.to\(tl\.int")
        if kind == "SCALAR":
            label = "f32" if real else "i64" if "int64" in declared else "i32"
        else:
            label = "i32" if index else ""
        return {"name": name, "kind": kind, "type": label, "written": written, "dimensions": [], "value": ""}

    def strides(self):
        """Values of strides, and the dimensions of buffers that follow from their names.

        stride_am, stride_ak are those of a buffer a of M rows and K columns, X_row_stride is that of rows of X.
        """
        scalars = [one for one in self.parameters.values() if one["kind"] == "SCALAR"]
        given = [one["name"] for one in scalars if STRIDE.fullmatch(one["name"])]
        sizes = [one["name"] for one in scalars if one["type"][0] == "i" and one["name"] not in given]
        sizes = [name for name in sizes if not self.tuned.fullmatch(name)]
        own = {}
        for stride in given:
            buffer, letter = stride_of(stride)
            fits = [size for size in sizes if re.sub(r"^n_?(?=\w)", "", size.lower()).startswith(letter)]
            if letter and fits:
                own.setdefault(buffer, {})[stride] = fits[0]
        rows = {(found[1] or found[2]).lower() for found in map(ROW_STRIDE.fullmatch, given) if found}
        for one in self.parameters.values():
            name = one["name"].lower()
            if one["name"] in given:
                one["value"] = self.stride(one["name"], sizes, own)
            elif one["kind"] != "SCALAR":
                buffer = re.sub(r"_?(ptrs?|base|pointer)$", "", name)
                letters = sum(bool(re.fullmatch(rf"(stride|s)_?{buffer}_?[a-z]", other.lower())) for other in given)
                if buffer in own and letters <= len(own[buffer]) + 1:
                    one["dimensions"] = list(own[buffer].values())
                elif buffer in rows and sizes:
                    one["dimensions"] = ["rows", sizes[0]]
        for one in self.parameters.values():
            if self.is_one_each(one):
                one["dimensions"] = ["rows"]
            buffer = one["name"].removesuffix("_row_stride")
            named = [self.parameters.get(buffer + end) for end in ("", "_ptr", "_ptrs")]
            if buffer != one["name"] and any(found and self.is_one_each(found) for found in named):
                one["value"] = "1"

    def stride(self, name, sizes, own):
        for of in own.values():
            if name in of:
                return " * ".join(list(of.values())[list(of).index(name) + 1 :]) or "1"
        whole = own.get(stride_of(name)[0])
        return " * ".join(whole.values()) if whole else sizes[0] if ROW_STRIDE.fullmatch(name) and sizes else ""

    def is_one_each(self, buffer):
        """Whether a program stores one element, without a mask."""
        if buffer["kind"] not in ("OUTPUT", "INOUT") or not self.finds(r"\btl\.(sum|max|min)\("):
            return False
        same = self.aliases(buffer["name"])
        return any(
            word == "store" and len(call.args) == 2 and not call.keywords and path(call.args[0]) in same
            for word, call in self.uses(buffer["name"])
        )

    # The constants

    def configs(self):
        tuners = [one for one in self.decorators if re.fullmatch(r"(?i).*(autotune|tuner)\w*", one.name)]
        lists = [one.argument(0, "configs") for one in tuners]
        return [each for one in lists if isinstance(one, list) for each in one if is_config(each)]

    def outline(self):
        listed = {}
        configs = self.configs()
        for config in configs:
            kwargs = config.argument(0, "kwargs")
            given = dict(kwargs if isinstance(kwargs, dict) else {})
            given.update({option: config.named.get(option, usual) for option, usual in OPTIONS.items()})
            for name, value in given.items():
                if shown(value):
                    listed.setdefault(name, {})[shown(value)] = None
        for option, usual in OPTIONS.items():
            if usual:
                listed.setdefault(option, {usual: None})
        heuristics = {}
        for one in self.decorators:
            found = one.argument(0, "values") if one.name == "heuristics" else {}
            heuristics.update(found if isinstance(found, dict) else {})
        tunables, macros = {}, {}
        for name in self.constants:
            own = shown(self.script.value(self.defaults[name])) if self.defaults[name] is not None else ""
            if name in listed:
                # The function's own default comes first if a Config has it, otherwise the first Config's.
                tunables[name] = list({**({own: None} if own in listed[name] else {}), **listed[name]})
            elif name in heuristics:
                decided = self.decided(heuristics[name])
                macros.update({name: decided} if decided else {})
            elif not configs and self.tuned.fullmatch(name) and not self.is_rounded(name):
                tunables[name] = [own] if own else []
            elif REALS.fullmatch(name):
                # A macro of the shape is no real number, and a parameter may have one value.
                tunables[name] = [own or "0.00001"]
            else:
                macros[name] = own or self.parameters[name]["value"] or self.unknown(name)
        tunables.update({option: list(listed[option]) for option in OPTIONS if option in listed})
        return {
            "name": self.node.name,
            "parameters": [one for name, one in self.parameters.items() if name not in self.constants],
            "tunables": [{"name": name, "values": values} for name, values in tunables.items()],
            "macros": macros,
            "body": self.body,
        }

    def is_rounded(self, constant):
        """Whether the host makes a constant from a size of the problem."""
        made = rf"\b{constant}\b[^=\n]*=[^=\n]*(next_power_of_2|calculate_settings)"
        return re.search(made, self.source) is not None

    def unknown(self, constant):
        """Use of a constant: a size, or a question that is answered with no."""
        size = rf"[<*/%+-]\s*{constant}\b|\b{constant}\s*[*/%+-]"
        size += rf"|\b(zeros|full|cdiv|a?range|make_block_ptr)\([^\n]*\b{constant}\b"
        if self.is_rounded(constant):
            return "of a row"
        return "of a tile" if self.finds(rf"\barange\(0, {constant}\b") else "" if self.finds(size) else "0"

    def decided(self, heuristic):
        """Value of a heuristic: an optional pointer is absent, an optional scalar is there."""
        test = ast.unparse(heuristic.body) if isinstance(heuristic, ast.Lambda) else ""
        optional = re.fullmatch(r"\w+\['(\w+)'\] is (not )?None", test)
        if not optional:
            return "false" if "None" in test else ""
        return str((self.kind(optional[1]) == "SCALAR") == bool(optional[2])).lower()


def is_config(value):
    return isinstance(value, Call) and value.name == "Config"


def stride_of(name):
    """Buffer and letter of a stride, both small."""
    found = STRIDE_OF.fullmatch(name)
    return ((found[1] or found[3]).lower(), (found[2] or found[4]).lower()) if found else ("", "")


def outline(question):
    """Functions with the decorator 'jit', in the file's order."""
    source = question["outline"]
    try:
        tree = ast.parse(source)
    except SyntaxError as error:
        line = (error.text or "").strip()
        raise Refused(f"line {error.lineno}: {error.msg}: {line} (read by Python {sys.version.split()[0]})")
    except (ValueError, MemoryError, RecursionError) as error:
        raise Refused(str(error) or "nested too deep")
    script = Script(tree)
    functions = []
    for node in sorted((one for one in ast.walk(tree) if isinstance(one, ast.FunctionDef)), key=lambda one: one.lineno):
        found = [script.value(one) if isinstance(one, ast.Call) else Call(path(one)) for one in node.decorator_list]
        decorators = [one for one in found if isinstance(one, Call)]
        if any(one.name == "jit" for one in decorators):
            functions.append(Kernel(node, decorators, script, source, re.compile(question["tuned"])).outline())
    return functions


def answer(question):
    try:
        if "values" in question:
            return {"values": values(question["values"])}
        if "translate" in question:
            return {"text": translated(question)}
        return {"functions": outline(question)}
    except Refused as refused:
        return {"refused": str(refused)}
    except (RecursionError, MemoryError):
        return {"refused": "nested too deep"}


def main():
    if sys.version_info < (3, 9):
        sys.exit(f"evo needs Python 3.9 or later, and {sys.executable} is {sys.version.split()[0]}")
    for line in sys.stdin:
        text = json.dumps(answer(json.loads(line)))
        if len(text) > LONGEST_ANSWER:
            text = json.dumps({"refused": f"it has more than {LONGEST_ANSWER:,} characters"})
        print(text, flush=True)


if __name__ == "__main__":
    main()
