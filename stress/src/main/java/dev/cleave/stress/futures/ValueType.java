package dev.cleave.stress.futures;

import java.util.ArrayList;
import java.util.List;

/** The types of generated parameters, results and futures. */
enum ValueType {
    BOOLEAN("boolean", "Boolean", "toBoolean"),
    BYTE("byte", "Byte", "toByte"),
    CHAR("char", "Character", "toChar"),
    SHORT("short", "Short", "toShort"),
    INT("int", "Integer", "toInt"),
    LONG("long", "Long", "toLong"),
    FLOAT("float", "Float", "toFloat"),
    DOUBLE("double", "Double", "toDouble"),
    INTEGER("Integer", null, "toInteger"),
    LONG_OBJECT("Long", null, "toLongObject"),
    CHARACTER("Character", null, "toCharacter"),
    BOOLEAN_OBJECT("Boolean", null, "toBooleanObject"),
    DOUBLE_OBJECT("Double", null, "toDoubleObject"),
    TEXT("String", null, "toText"),
    OBJECT("Object", null, "toObject"),
    INTS("int[]", null, "toInts"),
    TEXTS("String[]", null, "toTexts"),
    LONGS("List<Long>", null, "toLongs"),
    /** A class of the program's or the library's. */
    ANYTHING("Object", null, "toObject");

    /** How to declare a variable that a value of a type initialises. */
    record Conversion(String variable, String cast) {}

    final String source;
    private final String box;
    private final String maker;

    ValueType(String source, String box, String maker) {
        this.source = source;
        this.box = box;
        this.maker = maker;
    }

    boolean isPrimitive() {
        return box != null;
    }

    /** An expression of this type. */
    String of(String expression) {
        return "Values." + maker + "(" + expression + ")";
    }

    /** The ways to declare a variable for a value of this type. */
    List<Conversion> conversions() {
        List<Conversion> all = new ArrayList<>();
        switch (this) {
            case BYTE -> widen(all, "short", "int", "long", "float", "double");
            case SHORT, CHAR -> widen(all, "int", "long", "float", "double");
            case INT -> widen(all, "long", "float", "double");
            case LONG -> widen(all, "float", "double");
            case FLOAT -> widen(all, "double");
            case INTEGER -> widen(all, "int", "long", "double", "Number", "Comparable<Integer>");
            case LONG_OBJECT -> widen(all, "long", "float", "Number");
            case CHARACTER -> widen(all, "char", "int", "long");
            case BOOLEAN_OBJECT -> widen(all, "boolean");
            case DOUBLE_OBJECT -> widen(all, "double", "Number");
            case TEXT -> widen(all, "CharSequence", "Comparable<String>");
            case OBJECT -> narrow(all, "String", "CharSequence", "Comparable<?>");
            case LONGS -> widen(all, "Iterable<Long>", "Collection<? extends Number>");
            default -> {}
        }
        switch (this) {
            case LONG, FLOAT, DOUBLE -> narrow(all, "int", "byte", "char", "short");
            case INT, SHORT, CHAR -> narrow(all, "byte");
            default -> {}
        }
        if (this == LONG || this == DOUBLE) {
            narrow(all, "float");
        }
        widen(all, "Object");
        if (isPrimitive()) {
            widen(all, box);
        }
        return all;
    }

    private static void widen(List<Conversion> all, String... variables) {
        for (String variable : variables) {
            all.add(new Conversion(variable, ""));
        }
    }

    private static void narrow(List<Conversion> all, String... variables) {
        for (String variable : variables) {
            all.add(new Conversion(variable, "(" + variable + ") "));
        }
    }
}
