class dtype:
    def __init__(self, name):
        self.name = name

    def __repr__(self):
        return f"dtype({self.name})"


bfloat16 = dtype("bf16")
