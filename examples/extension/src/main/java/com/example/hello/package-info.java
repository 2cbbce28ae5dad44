/** The smallest extension: one command. */
@NullMarked
package com.example.hello;

import org.jspecify.annotations.NullMarked;
