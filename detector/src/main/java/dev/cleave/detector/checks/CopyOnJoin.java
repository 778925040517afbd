package dev.cleave.detector.checks;

import dev.cleave.detector.findings.Confidence;
import dev.cleave.detector.findings.Severity;
import dev.cleave.detector.program.DataFlow;
import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Loops;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.TaskCode;
import dev.cleave.detector.program.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * FJ3: results of child tasks copied into the parent's. Section V of the study, figure 6. Looks for
 * what comes out of children (what they return, and their fields) and gets into a bulk operation, a
 * concatenation, or a loop that copies element by element, here or in a helper. Combining a fixed
 * number of values is not a copy.
 */
public final class CopyOnJoin extends Check {
    static final Set<String> BULK =
            Set.of(
                    "addAll",
                    "putAll",
                    "retainAll",
                    "removeAll",
                    "addAllAbsent",
                    "mergeAll",
                    "appendAll",
                    "concat");

    static final Set<String> SINGLE =
            Set.of(
                    "add",
                    "addLast",
                    "addFirst",
                    "push",
                    "offer",
                    "insert",
                    "put",
                    "merge",
                    "putIfAbsent",
                    "compute",
                    "append",
                    "addElement");

    /** They copy a picture, or a part of one, into another. */
    private static final Set<String> PICTURES =
            Set.of("drawImage", "drawRenderedImage", "setData", "setRect");

    /** What runs the code that a variable holds. */
    private static final Set<String> FUNCTIONS = Set.of("apply", "accept", "combine", "reduce");

    /** Arguments of {@code collect} by which the elements of a stream's elements are copied. */
    private static final Pattern FLATTENING =
            Pattern.compile("joining|flatMapping|::(addAll|putAll|append)");

    /** What methods that were not given are called that put parts together. */
    private static final Pattern MERGING_LIBRARY =
            Pattern.compile(
                    "(merge|concat|union|unite|combine|append|assemble)\\w*|[hv]concat|\\w*Concat(enat\\w*)?"
                            + "|(?i)(add|put|set|insert)(sub)?(matrix|graph|blocks?|quadrant|quarter)\\w*");

    /** What they are called that make one matrix of two. */
    private static final Pattern ARITHMETIC =
            Pattern.compile("(?i)(add|plus|sum|subtract|sub|minus|compound|collect)([A-Z]\\w*)?");

    private static final Pattern CONCATENATION = Pattern.compile("[cC]oncat");

    private static final Pattern PRINTING =
            Pattern.compile(
                    "print(ln|f)?|log|trace|debug|info|warn(ing)?|error|severe|config|fine(r|st)?");

    /** Helpers may call each other. */
    private static final int DEEPEST_HELPER = 3;

    /** Made by OpenRewrite too. */
    public CopyOnJoin() {
        super(
                "FJ3",
                "Copy on join: results of children copied into the parent's",
                "Finds addAll, concatenation and copying loops over the results of child tasks.",
                "Every level of the recursion copies all results once more, while other workers wait"
                        + " for this join.",
                "Let children write into a shared result at their own indices, or combine once at"
                        + " the root.");
    }

    /** Where results of children are copied. */
    static Set<J> copies(Program program) {
        CopyOnJoin check = new CopyOnJoin();
        Findings findings = new Findings(program, check);
        check.find(program, findings);
        Set<J> copies = Trees.identitySet();
        findings.found().forEach(it -> copies.add(it.element()));
        return copies;
    }

    @Override
    protected void find(Program program, Findings findings) {
        SharedData shared = new SharedData(program);
        for (TaskCode.Reached where : program.tasks.reached()) {
            ChildResults results = new ChildResults(program, shared, Set.of(), Set.of());
            ResultElements elements = new ResultElements(program, results);
            new Search(program, findings, this, results, elements, where, 0).run(where.body());
        }
    }

    /** Looks through one body. */
    private record Search(
            Program program,
            Findings findings,
            CopyOnJoin check,
            ChildResults results,
            ResultElements elements,
            TaskCode.Reached where,
            int depth) {
        void run(J body) {
            for (J element : program.tasks.elements(body)) {
                if (element instanceof J.MethodInvocation call) {
                    visit(call);
                } else if (element instanceof J.NewClass creation) {
                    visit(creation);
                } else if (element instanceof J.Binary sum) {
                    if (isConcatenation(sum) && !isMessage(outermost(sum))) {
                        report(outermost(sum), "string concatenation");
                    }
                } else if (element instanceof J.AssignmentOperation operation) {
                    if (elements.areAddedBy(operation)) {
                        report(operation, "a loop that adds them up");
                    } else if (ChildResults.isText(
                                    program.variables.typeOf(operation.getVariable()))
                            && isTextResult(operation.getAssignment())) {
                        report(operation, "string concatenation");
                    }
                } else if (element instanceof J.Assignment assignment
                        && elements.areCopiedBy(assignment)) {
                    report(assignment, "a copying loop");
                }
            }
        }

        private void report(J element, String how) {
            findings.add(
                    element,
                    where,
                    Severity.HIGH,
                    depth == 0 ? Confidence.HIGH : Confidence.MEDIUM,
                    String.format(
                            "%s copies the results of its children by %s", where.task(), how));
        }

        private void visit(J.MethodInvocation call) {
            List<Expression> arguments = Trees.arguments(call.getArguments());
            List<J.MethodDeclaration> own = program.calls.targets(call);
            if (!own.isEmpty()) {
                follow(own, arguments);
                return;
            }
            String how = howItCopies(call, arguments);
            if (how != null) {
                report(call, how);
            }
            if (call.getSelect() != null && FUNCTIONS.contains(call.getSimpleName())) {
                followFunctions(call.getSelect(), arguments);
                if (call.getSimpleName().equals("reduce")
                        && results.isStreamOfResults(call.getSelect())) {
                    arguments.stream()
                            .filter(J.Identifier.class::isInstance)
                            .forEach(it -> look(functions(it), List.of()));
                }
            }
        }

        /** How a call of a method that was not given copies results, in words; null if not. */
        private String howItCopies(J.MethodInvocation call, List<Expression> arguments) {
            String name = call.getSimpleName();
            Expression select = call.getSelect();
            boolean onResult =
                    select != null && results.isResult(select) && !results.isOnlyFilled(select);
            if (copiesInBulk(call, arguments, onResult)) {
                return name;
            }
            if (SINGLE.contains(name)
                    && arguments.stream().noneMatch(program::isTask)
                    && elements.areAddedBy(call, arguments)) {
                return name + " in a loop";
            }
            if (copiesAsItsNameSays(call, arguments, onResult)) {
                return name;
            }
            if (select != null && Set.of("collect", "toList", "toArray").contains(name)) {
                return flattensResults(select, arguments)
                        ? name + " of flattened results"
                        : onResult && collectsResult(call) ? name + " of a result" : null;
            }
            return Loops.around(program.trees, call) != null
                            && elements.areCopiedBy(call, arguments)
                    ? name + " in a loop"
                    : null;
        }

        /** Whether a call copies all that a result holds into something else, or merges results. */
        private boolean copiesInBulk(
                J.MethodInvocation call, List<Expression> arguments, boolean onResult) {
            String name = call.getSimpleName();
            return BULK.contains(name)
                            && !(name.equals("concat")
                                    && arguments.stream().allMatch(results::isStreamOfWholes))
                            && (arguments.stream().anyMatch(results::isResult)
                                    || onResult && !results.mayBeOwn(call.getSelect()))
                    || mergesByName(name, arguments)
                    || combinesMatrices(call, arguments);
        }

        /** Whether a call copies results as methods of that name do. */
        private boolean copiesAsItsNameSays(
                J.MethodInvocation call, List<Expression> arguments, boolean onResult) {
            String name = call.getSimpleName();
            Expression select = call.getSelect();
            return switch (name) {
                case "append", "insert", "join" ->
                        arguments.stream().anyMatch(this::isTextResult) && isTextual(call);
                case "format", "formatted" ->
                        arguments.stream().anyMatch(this::isTextResult)
                                && ChildResults.isText(program.variables.typeOf(call));
                case "arraycopy" -> arguments.size() == 5 && results.isResult(arguments.get(0));
                case "copyOf", "copyOfRange" ->
                        !arguments.isEmpty() && results.isResult(arguments.get(0));
                case "reduce" ->
                        select != null
                                && results.isStreamOfResults(select)
                                && arguments.stream().anyMatch(this::mergesLarge);
                case "flatMap" ->
                        program.trees.parentPastWrapping(call) instanceof J.Return
                                && results.isFlattened(call);
                default ->
                        PICTURES.contains(name) && arguments.stream().anyMatch(results::isResult)
                                || name.startsWith("forEach")
                                        && select != null
                                        && addsEachResult(select, arguments, onResult);
            };
        }

        /** Whether a stream of a result's elements is put into a new collection or array. */
        private boolean collectsResult(J.MethodInvocation call) {
            return streamsResult(call.getSelect())
                    && !results.isStreamOfResults(call.getSelect())
                    && !DataFlow.isScalar("" + program.variables.typeOf(call));
        }

        /** Looks into the lambdas that a variable holds and that get results. */
        private void followFunctions(Expression function, List<Expression> arguments) {
            if (!program.isTask(function) && arguments.stream().anyMatch(results::isResult)) {
                look(functions(function), arguments);
            }
        }

        /** The lambdas and method references that a variable may hold. */
        private List<Expression> functions(Expression variable) {
            List<Expression> codes = new ArrayList<>();
            program.tasks.anyOrigin(
                    variable,
                    it -> {
                        if (it instanceof J.Lambda || it instanceof J.MemberReference) {
                            codes.add(it);
                        }
                        return false;
                    });
            return codes;
        }

        /** Looks into functions that get arguments; if there are none, results. */
        private void look(List<Expression> functions, List<Expression> arguments) {
            for (Expression code : functions) {
                if (code instanceof J.MemberReference reference) {
                    follow(program.calls.targets(reference), arguments);
                } else {
                    List<J> parameters = ((J.Lambda) code).getParameters().getParameters();
                    Set<NamedVariable> passed = Trees.identitySet();
                    for (int at = 0; at < parameters.size(); at++) {
                        if (parameters.get(at) instanceof J.VariableDeclarations parameter
                                && (arguments.isEmpty()
                                        || at < arguments.size()
                                                && results.isResult(arguments.get(at)))) {
                            passed.add(parameter.getVariables().get(0));
                        }
                    }
                    passed.removeIf(it -> DataFlow.isScalar("" + program.variables.typeOf(it)));
                    look(code, where, passed, Set.of());
                }
            }
        }

        /** Looks into code whose parameters are results, or hold some. */
        private void look(
                J body,
                TaskCode.Reached reached,
                Set<NamedVariable> passed,
                Set<NamedVariable> holders) {
            if (depth < DEEPEST_HELPER && !(passed.isEmpty() && holders.isEmpty())) {
                ChildResults more = new ChildResults(program, results.shared(), passed, holders);
                ResultElements inMore = new ResultElements(program, more);
                new Search(program, findings, check, more, inMore, reached, depth + 1).run(body);
            }
        }

        private boolean isTextual(J.MethodInvocation call) {
            return call.getSelect() != null
                    && (call.getSimpleName().equals("join")
                            ? program.trees.text(call.getSelect()).equals("String")
                            : ChildResults.isText(program.variables.typeOf(call.getSelect())));
        }

        private void visit(J.NewClass creation) {
            List<Expression> arguments = Trees.arguments(creation.getArguments());
            if (results.isResult(creation)) {
                report(creation, "a new collection");
            }
            if (!program.types.isTask(program.variables.typeOf(creation))) {
                follow(program.calls.constructors(creation), arguments);
            }
        }

        /** Looks into helpers that get results. */
        private void follow(List<J.MethodDeclaration> targets, List<Expression> arguments) {
            if (depth == DEEPEST_HELPER) {
                return;
            }
            for (J.MethodDeclaration target : targets) {
                List<J.VariableDeclarations> parameters = DeclaredType.parameters(target);
                Set<NamedVariable> passed = Trees.identitySet();
                Set<NamedVariable> holders = Trees.identitySet();
                for (int at = 0; at < Math.min(arguments.size(), parameters.size()); at++) {
                    NamedVariable parameter = parameters.get(at).getVariables().get(0);
                    String type = program.variables.typeOf(parameter);
                    NamedVariable given = program.variables.of(arguments.get(at));
                    if (given != null && results.holdsResults(given)) {
                        holders.add(parameter);
                    }
                    if (results.isResult(arguments.get(at))
                            && (type == null || !DataFlow.isScalar(type))
                            && !program.types.isTask(type)) {
                        passed.add(parameter);
                    }
                }
                TaskCode.Reached helper = program.tasks.reached(target);
                look(target, helper == null ? where : helper, passed, holders);
            }
        }

        // --- what copies ---------------------------------------------------------------------

        /** Whether a method that was not given puts results together, as its name says. */
        private boolean mergesByName(String name, List<Expression> arguments) {
            return MERGING_LIBRARY.matcher(name).matches()
                    && (arguments.stream()
                                    .anyMatch(it -> results.isBulkyResult(it) || listsResults(it))
                            || arguments.stream()
                                    .map(program.variables::of)
                                    .anyMatch(it -> it != null && results.holdsResults(it))
                            || arguments.stream().anyMatch(results::isUnknownResult)
                                    && (CONCATENATION.matcher(name).find()
                                            || arguments.stream()
                                                    .map(program.variables::typeOf)
                                                    .anyMatch(results::holdsMany)));
        }

        /** Whether a method that was not given makes one matrix or array of two, one a result. */
        private boolean combinesMatrices(J.MethodInvocation call, List<Expression> arguments) {
            List<Expression> operands = new ArrayList<>(arguments);
            if (call.getSelect() != null) {
                operands.add(call.getSelect());
            }
            return ARITHMETIC.matcher(call.getSimpleName()).matches()
                    && operands.stream().anyMatch(this::isMatrix)
                    && operands.stream()
                                    .filter(it -> isMatrix(it) || results.isUnknownResult(it))
                                    .count()
                            > 1
                    && arguments.stream().anyMatch(results::isResult);
        }

        /** Whether an expression writes down a list of large results. */
        private boolean listsResults(Expression list) {
            return Trees.unwrapped(list) instanceof J.MethodInvocation call
                    && Set.of("of", "asList").contains(call.getSimpleName())
                    && call.getArguments().size() > 1
                    && call.getArguments().stream()
                            .allMatch(
                                    it ->
                                            results.isResult(it)
                                                    && !DataFlow.isScalar(
                                                            "" + program.variables.typeOf(it)));
        }

        /** Whether a function is a method that was not given, and makes one large object of two. */
        private boolean mergesLarge(Expression function) {
            if (!(function instanceof J.MemberReference reference)
                    || !program.calls.targets(reference).isEmpty()) {
                return false;
            }
            String name = reference.getReference().getSimpleName();
            return (MERGING_LIBRARY.matcher(name).matches() || ARITHMETIC.matcher(name).matches())
                    && results.holdsMany(program.trees.text(reference.getContaining()));
        }

        /** Whether a value is an array, or something else than a collection that holds many. */
        private boolean isMatrix(Expression value) {
            if (value instanceof J.NewClass made
                    && Trees.arguments(made.getArguments()).isEmpty()) {
                return false; // It is empty.
            }
            String type = program.variables.typeOf(value);
            if (type == null && program.variables.writtenType(value) instanceof J.Identifier name) {
                type = name.getSimpleName();
            }
            return results.holdsMany(type) && !program.types.isCollection(type);
        }

        private boolean flattensResults(Expression stream, List<Expression> arguments) {
            if (!results.isStreamOfResults(stream)) {
                return false;
            }
            return results.isFlattened(stream)
                    || arguments.stream()
                            .map(program.trees::text)
                            .anyMatch(FLATTENING.asPredicate());
        }

        /** Of a stream whose elements are whole results, only a bulk operation copies each. */
        private boolean addsEachResult(
                Expression stream, List<Expression> arguments, boolean ofResult) {
            return addsEach(arguments, SINGLE)
                            && (results.isFlattened(stream)
                                    || ofResult && !results.isStreamOfResults(stream))
                    || (addsEach(arguments, BULK) || addsEach(arguments, Set.of("append")))
                            && results.isStreamOfResults(stream);
        }

        private static boolean addsEach(List<Expression> arguments, Set<String> methods) {
            return arguments.size() == 1
                    && Trees.unwrapped(arguments.get(0)) instanceof J.MemberReference reference
                    && methods.contains(reference.getReference().getSimpleName());
        }

        /** Whether a stream is of the elements of a result, and not the result itself. */
        private boolean streamsResult(Expression stream) {
            Expression at = Trees.unwrapped(stream);
            while (at instanceof J.MethodInvocation call && call.getSelect() != null) {
                if (Set.of("stream", "parallelStream").contains(call.getSimpleName())) {
                    return true;
                }
                at = Trees.unwrapped(call.getSelect());
            }
            return false;
        }

        private boolean isConcatenation(J.Binary sum) {
            return sum.getOperator() == J.Binary.Type.Addition
                    && (ChildResults.isText(program.variables.typeOf(sum))
                                    && (isTextResult(sum.getLeft()) || isTextResult(sum.getRight()))
                            || results.isUnknownResult(sum.getRight()) && extendsText(sum));
        }

        /** Whether what an object has under a name gets longer, and is a text by what is added. */
        private boolean extendsText(J.Binary sum) {
            return Trees.elements(sum, it -> false).stream()
                            .anyMatch(
                                    it ->
                                            it instanceof J.Literal text
                                                    && text.getValue() instanceof String)
                    && program.trees.parentPastWrapping(outermost(sum))
                            instanceof J.MethodInvocation set
                    && set.getSelect() != null
                    && set.getSimpleName().startsWith("set")
                    && program.trees
                            .text(sum)
                            .startsWith(
                                    program.trees.text(set.getSelect())
                                            + ".g"
                                            + set.getSimpleName().substring(1)
                                            + "()");
        }

        /** Whether a text is made to be read by people: printed, logged, or an exception's. */
        private boolean isMessage(J text) {
            J around = program.trees.parentPastWrapping(text);
            return around instanceof J.Assert
                    || around instanceof J.MethodInvocation call
                            && call.getSelect() != text
                            && PRINTING.matcher(call.getSimpleName()).matches()
                    || around instanceof J.NewClass creation
                            && ("" + program.variables.typeOf(creation))
                                    .matches(".*(Exception|Error)");
        }

        private boolean isTextResult(Expression expression) {
            return ChildResults.isText(program.variables.typeOf(expression))
                    && !isNameOfFile(expression)
                    && results.isResult(expression);
        }

        private boolean isNameOfFile(Expression text) {
            return Trees.unwrapped(text) instanceof J.MethodInvocation call
                    && call.getSelect() != null
                    && Set.of("java.io.File", "java.nio.file.Path")
                            .contains("" + program.variables.typeOf(call.getSelect()));
        }

        private J outermost(J.Binary sum) {
            J at = sum;
            while (program.trees.parentPastWrapping(at) instanceof J.Binary outer) {
                at = outer;
            }
            return at;
        }
    }
}
