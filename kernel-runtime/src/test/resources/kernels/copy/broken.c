this is no C
