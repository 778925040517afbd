package dev.cleave.detector.checks;

import dev.cleave.detector.program.DeclaredType;
import dev.cleave.detector.program.Program;
import dev.cleave.detector.program.Trees;
import dev.cleave.detector.program.TypeNames;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/** Calls of libraries that wait for the network or a disk: well-known ones, and probable ones. */
final class BlockingLibraries {
    /** Classes by their simple names, and their methods that wait. */
    private static final Map<String, Pattern> LIBRARIES = read();

    /** What a JAX-RS client calls last. */
    private static final Pattern REQUEST =
            Pattern.compile("get|post|put|patch|delete|head|options|method|invoke");

    /** What parsers read from; of a text they make something without reading. */
    private static final Set<String> PLACES =
            Set.of(
                    "java.net.URL",
                    "java.net.URLConnection",
                    "java.io.File",
                    "java.nio.file.Path",
                    "java.io.InputStream");

    /** Classes that parse what is at a place, and their methods. */
    private static final Map<String, String> PARSERS =
            Map.ofEntries(
                    Map.entry("Jsoup", "parse"),
                    Map.entry("DocumentBuilder", "parse"),
                    Map.entry("SAXParser", "parse"),
                    Map.entry("SAXReader", "read"),
                    Map.entry("SAXBuilder", "build"),
                    Map.entry("Unmarshaller", "unmarshal"),
                    Map.entry("ObjectMapper", "read(Value|Tree)"),
                    Map.entry("XmlMapper", "read(Value|Tree)"),
                    Map.entry("WorkbookFactory", "create"),
                    Map.entry("PDDocument", "load"),
                    Map.entry("Loader", "loadPDF"));

    /** To these a text is an address. */
    private static final Set<String> BY_ADDRESS = Set.of("DocumentBuilder", "SAXParser");

    /** What methods of classes that were not given are called that read or write what they get. */
    private static final Pattern TRANSFERS =
            Pattern.compile(
                    "(load|read|parse|open|save|store|write|download|upload|fetch)([A-Z]\\w*)?");

    /** What a text is called that says where something is to be read or written. */
    private static final Pattern PLACE =
            Pattern.compile("(?i)(path|file(name)?|url|uri)(\\(\\))?$");

    private static final String SERVERS =
            "(http|sqs|sns|kafka|rabbit|mqtt|mail|smtp|ftp|ssh|redis|jedis|mongo|elastic|dynamo"
                    + "|cassandra|hbase|solr|influx|bigquery|grpc|docker|kube|zookeeper|etcd|consul"
                    + "|canal|webhook|websocket|messagequeue|amqp|jms|pulsar)";

    /** Classes that are named for whom they talk to, and their methods. */
    private static final Pattern REMOTE =
            Pattern.compile("(?i).*" + SERVERS + ".*|.*(client|connector|requester)");

    private static final Pattern EXCHANGES =
            Pattern.compile(
                    "(?!\\w+(Timeout|Size|Interval)$)"
                            + "(execute|connect|send(Request)?|do(Get|Post|Put|Delete)|send(Get|Post)|download|fetch)"
                            + "([A-Z]\\w*)?");

    /** Classes that are named for asking somebody, but for those that do not wait for an answer. */
    private static final Pattern ASKING =
            Pattern.compile(
                    "(?!(?i).*(async|reactive|webclient|minecraft)).+(Client|Connector)"
                            + "|(?i)(?!.*(async|reactive)).*"
                            + SERVERS
                            + "(template|utils?|service|helper|manager|operations|commands|ops|api)?"
                            + "|(.*[a-z])?(Db|DB|Database|Jdbc|JDBC|Sql|SQL)"
                            + "(Connect(ion|or)?|Helper|Manager|Utils?|Service|Handler|Access|Controller)?");

    /** What they are asked for, with an argument. */
    private static final Pattern QUESTION =
            Pattern.compile(
                    "(get|find|list|load|query|search|scan|count|exists|read|put|post|patch|delete"
                            + "|remove|create|insert|update|upsert|save|store|write|index|publish"
                            + "|subscribe|register|[lr]?(push|pop)|h?(set|get|del)|incr|expire|call"
                            + "|invoke|ask|request|exchange|upload|retrieve)"
                            + "([A-Z](?!\\w*(Listener|Handler|Async$))\\w*)?");

    /** Who keeps elsewhere what is set. */
    private static final Pattern STORING =
            Pattern.compile("(?i)redis|memcache|etcd|consul|zookeeper|dynamo|^(db|database)");

    /** What a chain of calls ends with, when it has told them all. */
    private static final Pattern LAST =
            Pattern.compile("call|get|list|execute|invoke|send|exec|fetch");

    /** Stubs of gRPC that wait for the answer. */
    private static final Pattern STUB = Pattern.compile("\\w*BlockingStub");

    private static final Pattern OF_STUB =
            Pattern.compile("with[A-Z]\\w*|getChannel|getCallOptions");

    /** Methods that say where they read from, or write to. */
    private static final Pattern TO_OR_FROM =
            Pattern.compile(
                    "(read|load|get|fetch|download)\\w*From(Url|URL|File|Disk|Web|Server|Database|DB)"
                            + "|(write|save|store|append|dump|export)\\w*To(File|Disk|Server|Database|DB)");

    /** What has states that are saved in memory. */
    private static final Pattern DRAWN = Pattern.compile(".*(Canvas|Graphics\\w*|Painter|State)");

    private static final Pattern CONNECTION = Pattern.compile("(?i)(socket|connection)$");

    /**
     * Methods by which libraries are known that wait for the network, whatever they are called on.
     */
    private static final Pattern UNMISTAKABLE =
            Pattern.compile(
                    "execute(Query|Update|Batch)|(insert|update|replace|delete)One"
                            + "|(insert|update|delete)Many|findOneAnd(Update|Replace|Delete)"
                            + "|(get|post)For(Object|Entity)|readLine|readAllBytes|openStream"
                            + "|getResultList|getSingleResult|block(First|Last|Optional)");

    /** Classes that are named for what they keep in a database, and their methods. */
    private static final Pattern STORE = Pattern.compile(".*(Repository|Repo|Dao|DAO)(Impl)?");

    private static final Pattern MAPPER = Pattern.compile(".*Mapper");

    private static final Pattern STORED =
            Pattern.compile(
                    "(find|save|exists|count|query|persist)([A-Z]\\w*)?"
                            + "|(get|list|load|fetch|remove)(All\\w*|\\w+By\\w+|By\\w+)");

    /** What is not asked, whatever it gets. */
    private static final Pattern SETTING =
            Pattern.compile("(set|is|with|of|to|equals|compare|on|add\\w*Listener)([A-Z]\\w*)?");

    private static final Pattern MAPPED =
            Pattern.compile(
                    "(select|insert|update|delete)([A-Z]\\w*)?"
                            + "|(find|get|list|query|count)\\w*By[A-Z]\\w*");

    private static final Pattern SERVICE = Pattern.compile(".*Service(Impl)?");

    /** What a service does with what is kept in a database, rather than anything else. */
    private static final Pattern SERVED =
            Pattern.compile(
                    "(save|persist)(All|Batch|AndFlush|OrUpdate\\w*)?|find(All|One)\\w*"
                            + "|(find|exists|count|delete|update|get|list|remove)\\w*By[A-Z]\\w*");

    private BlockingLibraries() {}

    private static Map<String, Pattern> read() {
        Map<String, Pattern> libraries = new HashMap<>();
        PropertiesResource.read("blocking-libraries.properties")
                .forEach(
                        (type, methods) -> libraries.put("" + type, Pattern.compile("" + methods)));
        return Map.copyOf(libraries);
    }

    /**
     * Whether a call is one of the well-known ones of libraries that wait for the network or a
     * disk. These are seldom on the class path, so that the type at the root of a chain of calls,
     * known by its import, has to do.
     */
    static boolean waits(Program program, J.MethodInvocation call) {
        String owner = owner(program, call);
        if (owner == null) {
            return false;
        }
        if (REQUEST.matcher(call.getSimpleName()).matches() && isOfJaxRs(call, owner)) {
            return true;
        }
        String simple = simple(owner);
        String parsing = PARSERS.get(simple);
        if (parsing != null && call.getSimpleName().matches(parsing)) {
            return Trees.arguments(call.getArguments()).stream()
                    .limit(1)
                    .anyMatch(
                            it ->
                                    isPlace(program, it)
                                            || BY_ADDRESS.contains(simple)
                                                    && "java.lang.String"
                                                            .equals(program.variables.typeOf(it)));
        }
        if (TypeNames.inTheJdk(owner) != null) {
            return false;
        }
        return waits(program, call, LIBRARIES.getOrDefault(owner, LIBRARIES.get(simple)));
    }

    private static boolean waits(Program program, J.MethodInvocation call, Pattern methods) {
        return methods != null
                && methods.matcher(call.getSimpleName()).matches()
                && !(program.trees.parent(call) instanceof J.MethodInvocation next
                        && next.getSelect() == call
                        && methods.matcher(next.getSimpleName()).matches());
    }

    /** The same of what is not known, by what it is called, or gets. */
    static boolean probablyWaits(Program program, J element) {
        if (element instanceof J.NewClass creation) {
            String made = program.variables.typeOf(creation);
            return (made == null || TypeNames.inTheJdk(made) == null)
                    && program.calls.created(creation) == null
                    && getsConnection(program, creation.getArguments());
        }
        if (element instanceof J.MemberReference reference) {
            return program.calls.targets(reference).isEmpty()
                    && isOfStore(
                            program,
                            reference.getContaining(),
                            reference.getReference().getSimpleName(),
                            false);
        }
        if (!(element instanceof J.MethodInvocation call)
                || !program.calls.targets(call).isEmpty()) {
            return false;
        }
        String name = call.getSimpleName();
        if (call.getSelect() == null) {
            return TO_OR_FROM.matcher(name).matches();
        }
        if (program.variables.typeOf(call.getSelect()) == null
                && (UNMISTAKABLE.matcher(name).matches()
                        || name.equals("getInputStream")
                                && CONNECTION
                                        .matcher(program.trees.text(call.getSelect()))
                                        .find())) {
            return true;
        }
        if (isOfStore(
                program, call.getSelect(), name, !Trees.arguments(call.getArguments()).isEmpty())) {
            return true;
        }
        String owner = owner(program, call);
        if (owner == null) {
            String named = nameOfUnknown(program, root(call));
            return named != null
                    && (waits(program, call, LIBRARIES.get(named)) || asks(program, call, named));
        }
        String simple = simple(owner);
        return TypeNames.inTheJdk(owner) == null
                && (TO_OR_FROM.matcher(name).matches()
                        || name.equals("save")
                                && Trees.arguments(call.getArguments()).isEmpty()
                                && !DRAWN.matcher(simple).matches()
                        || STUB.matcher(simple).matches() && !OF_STUB.matcher(name).matches()
                        || EXCHANGES.matcher(name).matches() && REMOTE.matcher(simple).matches()
                        || TRANSFERS.matcher(name).matches()
                                && isPlaced(program, call.getArguments().get(0), name)
                        || asks(program, call, simple)
                        || getsConnection(program, call.getArguments()));
    }

    /** Whether a call asks somebody else, by what the class it is made on is called. */
    private static boolean asks(Program program, J.MethodInvocation call, String simple) {
        if (!ASKING.matcher(simple).matches()) {
            return false;
        }
        boolean first = !(Trees.unwrapped(call.getSelect()) instanceof J.MethodInvocation);
        boolean last =
                !(program.trees.parent(call) instanceof J.MethodInvocation next
                        && next.getSelect() == call);
        boolean argued = !Trees.arguments(call.getArguments()).isEmpty();
        return first
                ? argued
                        && !preparesOne(program, call, simple)
                        && QUESTION.matcher(call.getSimpleName()).matches()
                : last && LAST.matcher(call.getSimpleName()).matches();
    }

    /** Whether a call makes one who is asked later, or sets what, in memory. */
    private static boolean preparesOne(Program program, J.MethodInvocation call, String simple) {
        return call.getSimpleName().equals("create")
                        && program.variables.of(call.getSelect()) == null
                || call.getSimpleName().startsWith("set") && !STORING.matcher(simple).find();
    }

    /** Whoever is given an open connection reads it. */
    private static boolean getsConnection(Program program, List<Expression> arguments) {
        return Trees.arguments(arguments).stream()
                .map(program.variables::typeOf)
                .anyMatch(it -> program.types.isA(it, "java.net.URLConnection"));
    }

    /** What a variable is called of which nothing else is known, as a class would be. */
    private static String nameOfUnknown(Program program, Expression root) {
        String name =
                root instanceof J.MethodInvocation call
                        ? call.getSimpleName().replaceFirst("^get(?=[A-Z])", "")
                        : program.trees.fieldName(root);
        return name == null || name.length() < 2 || program.variables.typeOf(root) != null
                ? null
                : Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** Whether a method of something that keeps objects in a database, by a class nobody wrote. */
    private static boolean isOfStore(
            Program program, Expression store, String method, boolean argued) {
        boolean mapped = MAPPED.matcher(method).matches();
        boolean served = SERVED.matcher(method).matches();
        boolean stored =
                STORED.matcher(method).matches() || argued && !SETTING.matcher(method).matches();
        if (!mapped && !stored && !served) {
            return false;
        }
        String type = classOf(program, store);
        String named = type == null ? nameOfUnknown(program, store) : type;
        if (named == null) {
            return false;
        }
        DeclaredType declared = program.types.declared(named);
        List<String> kinds = declared == null ? List.of(named) : declared.supertypes;
        return kinds.stream()
                .filter(it -> program.types.declared(it) == null)
                .anyMatch(
                        it ->
                                STORE.matcher(it).matches()
                                        || served && SERVICE.matcher(it).matches()
                                        || mapped && MAPPER.matcher(it).matches());
    }

    /** The class that a call, or the first of a chain of calls, is made on, if it was not given. */
    private static String owner(Program program, J.MethodInvocation call) {
        if (call.getSelect() == null) {
            return program.calls.targets(call).isEmpty() ? program.types.staticImport(call) : null;
        }
        String owner = program.variables.typeOf(call.getSelect());
        if (owner == null) {
            owner = classOf(program, root(call));
        }
        return program.types.declared(owner) == null ? owner : null;
    }

    private static Expression root(J.MethodInvocation call) {
        Expression root = call.getSelect();
        while (Trees.unwrapped(root) instanceof J.MethodInvocation inner
                && inner.getSelect() != null) {
            root = inner.getSelect();
        }
        return root;
    }

    private static boolean isOfJaxRs(J.MethodInvocation call, String owner) {
        Set<String> before = before(call);
        return before.contains("request")
                && (before.contains("target") || owner.endsWith("WebTarget"));
    }

    /** What is called before it, in a chain of calls. */
    private static Set<String> before(J.MethodInvocation call) {
        Set<String> names = new HashSet<>();
        for (Expression at = call.getSelect();
                at != null && Trees.unwrapped(at) instanceof J.MethodInvocation inner;
                at = inner.getSelect()) {
            names.add(inner.getSimpleName());
        }
        return names;
    }

    private static String simple(String type) {
        return type.substring(Math.max(type.lastIndexOf('.'), type.lastIndexOf('$')) + 1);
    }

    /** The class of an expression, by its written name if nothing declares or imports it. */
    private static String classOf(Program program, Expression expression) {
        String type = program.variables.typeOf(expression);
        return type == null ? unknownClass(program, expression) : type;
    }

    /** A class that nothing declares or imports, of a variable or by its own name; else null. */
    private static String unknownClass(Program program, Expression root) {
        J written = program.variables.writtenType(root);
        if (written instanceof J.ParameterizedType generic) {
            written = generic.getClazz();
        }
        if (written instanceof J.Identifier type) {
            return type.getSimpleName().equals("var") ? null : type.getSimpleName();
        }
        return root instanceof J.Identifier name
                        && program.variables.of(name) == null
                        && Character.isUpperCase(name.getSimpleName().charAt(0))
                ? name.getSimpleName()
                : null;
    }

    /** Whether something is a place, is made of one, or is a text that is called one. */
    private static boolean isPlaced(Program program, Expression given, String method) {
        return isPlace(program, given)
                || !method.startsWith("parse")
                        && "java.lang.String".equals(program.variables.typeOf(given))
                        && PLACE.matcher(program.trees.text(given)).find()
                || Trees.elements(given, it -> false).stream()
                        .anyMatch(it -> it instanceof J.NewClass made && isPlace(program, made));
    }

    private static boolean isPlace(Program program, Expression given) {
        String type = program.variables.typeOf(given);
        return type != null
                && PLACES.stream().anyMatch(it -> program.types.isA(type, it))
                && !InputAndOutput.isInMemory(program, given);
    }
}
