import collections

ASTSource = collections.namedtuple("ASTSource", "fn signature constants attributes")
