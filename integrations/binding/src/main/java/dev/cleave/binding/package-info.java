/** Binds workers to the processors that the CPU manager grants: to be on the class path is all. */
package dev.cleave.binding;
