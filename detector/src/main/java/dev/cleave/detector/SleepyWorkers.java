package dev.cleave.detector;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;
import org.openrewrite.java.tree.J.VariableDeclarations.NamedVariable;

/**
 * FJ6: workers put to sleep, or made to wait for something that is not a task. Section V of the
 * study, figure 10. What a {@code ManagedBlocker} waits for is not reported, for the pool starts a
 * spare thread meanwhile; nor are questions to the file system, and what is printed to {@code
 * System.out}.
 */
public final class SleepyWorkers extends Check {
    private static final Set<String> STREAMS =
            Set.of(
                    "java.io.InputStream",
                    "java.io.OutputStream",
                    "java.io.Reader",
                    "java.io.Writer",
                    "java.io.RandomAccessFile",
                    "java.util.Scanner",
                    "java.nio.channels.FileChannel",
                    "java.nio.channels.SocketChannel",
                    "java.net.Socket",
                    "java.net.DatagramSocket");

    /** Streams that lead nowhere outside the memory of the process. */
    private static final Set<String> IN_MEMORY =
            Set.of(
                    "java.io.ByteArrayInputStream",
                    "java.io.ByteArrayOutputStream",
                    "java.io.StringReader",
                    "java.io.StringWriter",
                    "java.io.CharArrayReader",
                    "java.io.CharArrayWriter",
                    "java.io.PrintStream");

    /** What Spring's templates ask of a server, themselves or by what {@code opsFor…} returns. */
    private static final String REDIS =
            "get(And\\w+)?|set(If\\w+)?|put(All|If\\w+)?|multi(Get|Set)|add|remove|delete|unlink"
                    + "|increment|decrement|expire|members|isMember|entries|range|size|keys|values"
                    + "|hasKey|(left|right)P(ush|op)\\w*|convertAndSend|execute";

    /** What parsers read from; of a text they make something without reading. */
    private static final Set<String> PLACES =
            Set.of("java.net.URL", "java.io.File", "java.nio.file.Path", "java.io.InputStream");

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

    /** Classes of libraries, and their methods that wait for the network or a disk. */
    private static final Map<String, String> LIBRARIES =
            Map.ofEntries(
                    Map.entry("Jsoup", "get|post|execute"),
                    Map.entry("Connection", "get|post|execute"),
                    Map.entry("KafkaConsumer", "poll|commitSync"),
                    Map.entry("Consumer", "poll|commitSync"),
                    Map.entry("RestTemplate", "(get|post|delete|exchange|execute|put|patch).*"),
                    Map.entry("JdbcTemplate", "(query|update|batchUpdate|execute).*"),
                    Map.entry("OkHttpClient", "execute"),
                    Map.entry("CloseableHttpClient", "execute"),
                    Map.entry("HttpClients", "execute"),
                    Map.entry("WebClient", "block\\w*"),
                    Map.entry("Mono", "block\\w*"),
                    Map.entry("Flux", "block\\w*"),
                    Map.entry("Query", "(getResult|getSingle|executeUpdate|uniqueResult).*"),
                    Map.entry("TypedQuery", "(getResult|getSingle|executeUpdate).*"),
                    Map.entry("HttpClient", "execute|send|invoke"),
                    Map.entry("RestClient", "body|toEntity|toBodilessEntity|exchange"),
                    Map.entry("Unirest", "as(Json|String|Object|Empty|Bytes|File)"),
                    Map.entry("HttpUtil", "get|post|download.*"),
                    Map.entry("WebDriver", "get"),
                    Map.entry("FTPClient", "(connect|login|retrieve|store|list).*"),
                    Map.entry("JavaMailSender", "send"),
                    Map.entry("NamedParameterJdbcTemplate", "(query|update|batchUpdate|execute).*"),
                    Map.entry("EntityManager", "(persist|merge|find|flush)"),
                    Map.entry(
                            "MongoTemplate", "(find|insert|save|update|remove|aggregate|count).*"),
                    Map.entry("MongoCollection", "(find|insert|update|delete|aggregate|count).*"),
                    Map.entry("S3Client", "(get|put|copy|delete|list).*"),
                    Map.entry("AmazonS3", "(get|put|copy|delete|list).*"),
                    Map.entry("FileUtils", "(read|write|copy|move|delete|lineIterator).*"),
                    Map.entry("IOUtils", "(read|write|copy|toString|toByteArray).*"),
                    Map.entry("Files", "(read|write|copy|move|append|to(String|ByteArray)).*"),
                    Map.entry("Session", "save(OrUpdate)?|persist|merge|flush"), // Hibernate's
                    Map.entry("Transaction", "commit"),
                    Map.entry("DirectoryReader", "open"), // Lucene's
                    Map.entry("Call", "execute"),
                    Map.entry("Request", "execute"),
                    Map.entry("HttpRequest", "execute"),
                    Map.entry("JdbcClient", "list|single|optional|query|update"),
                    Map.entry("JmsTemplate", "send|convertAndSend|(receive|browse).*"),
                    Map.entry("RabbitTemplate", "send|convertAndSend|(receive|convertSendAnd).*"),
                    Map.entry("RedisTemplate", REDIS),
                    Map.entry("StringRedisTemplate", REDIS),
                    Map.entry("RestHighLevelClient", "search|index|get|bulk|delete|update|count"),
                    Map.entry("ElasticsearchClient", "search|index|get|bulk|delete|update|count"),
                    Map.entry("SolrClient", "query|add|commit|request|delete.*"),
                    Map.entry("ZooKeeper", "create|delete|exists|getData|setData|getChildren"),
                    Map.entry("DynamoDbClient", "(get|put|update|delete|batch)Item|query|scan"),
                    Map.entry("SqsClient", "(send|receive|delete)Message.*"),
                    Map.entry("MinioClient", "(get|put|remove|copy|stat|upload|download)Object.*"),
                    Map.entry("ChannelSftp", "connect|get|put|rm|ls"),
                    Map.entry("Jedis", "(get|set|hget|hset|lpush|rpush|lpop|rpop|del).*"));

    /** A variable of a class that was not given, by its name. */
    private static final Pattern CONDITION = Pattern.compile("(?i)condition\\w*$");

    private static final String REQUESTS = "get|post|put|patch|delete|head|options|method|invoke";

    /** Made by OpenRewrite too. */
    public SleepyWorkers() {
        super(
                "FJ6",
                "Sleepy workers: a task sleeps or blocks",
                "Finds sleeping, waiting and blocking input or output in tasks.",
                "The worker is as good as lost while it waits: the pool has as many workers as"
                        + " processors, and none takes the place of this one.",
                "Remove the wait, do it outside the tasks, or declare it to the pool with"
                        + " ForkJoinPool.managedBlock.");
    }

    @Override
    void find(Program program, Findings findings) {
        for (TaskCode.Reached where : program.tasks.reached()) {
            boolean told = false;
            boolean waited = false;
            J process = null;
            for (J element : program.tasks.elements(where.body())) {
                String waits =
                        element instanceof J.MethodInvocation call ? waits(program, call) : null;
                process = process == null && talksToProcess(program, element) ? element : process;
                if (waits != null) {
                    waited = true;
                    findings.add(
                            element,
                            where,
                            Severity.HIGH,
                            Confidence.HIGH,
                            where.task() + " " + waits);
                } else if (!told && doesInputOrOutput(program, element)) {
                    told = true;
                    findings.add(
                            element,
                            where,
                            Severity.HIGH,
                            Confidence.HIGH,
                            where.task() + " does blocking input or output");
                }
            }
            if (process != null && !told && !waited) {
                findings.add(
                        process,
                        where,
                        Severity.HIGH,
                        Confidence.MEDIUM,
                        where.task() + " reads what a process writes");
            }
        }
    }

    /** How a call waits, in words; null if it does not. */
    static String waits(Program program, J.MethodInvocation call) {
        String name = call.getSimpleName();
        int arguments = Trees.arguments(call.getArguments()).size();
        String type =
                call.getSelect() == null ? owner(call) : program.variables.typeOf(call.getSelect());
        if (name.equals("sleep")
                        && (type == null
                                ? call.getSelect() != null || call.getMethodType() == null
                                : program.types.isA(type, "java.lang.Thread")
                                        || program.types.isA(type, "java.util.concurrent.TimeUnit"))
                || name.equals("sleepUninterruptibly")) {
            return program.calls.targets(call).isEmpty() ? "sleeps" : null;
        }
        if (name.equals("wait")
                && arguments <= 2
                && Trees.arguments(call.getArguments()).stream()
                        .map(program.variables::typeOf)
                        .allMatch(it -> it == null || DataFlow.isScalar(it))
                && program.calls.targets(call).isEmpty()) {
            return type == null || "java.lang.Object".equals(owner(call))
                    ? "waits for a notification"
                    : null;
        }
        if (call.getSelect() == null) {
            return null;
        }
        if (type == null) {
            return name.startsWith("await")
                            && CONDITION.matcher(program.trees.text(call.getSelect())).find()
                    ? "waits for a condition"
                    : null;
        }
        if (program.types.isA(type, "java.util.concurrent.locks.Condition")
                && name.startsWith("await")) {
            return "waits for a condition";
        }
        if (type.equals("java.util.concurrent.locks.LockSupport") && name.startsWith("park")) {
            return "parks its worker";
        }
        if (program.types.isA(type, "java.lang.Thread") && name.equals("join")) {
            return "waits for a thread to end";
        }
        if (program.types.isA(type, "java.lang.Process") && name.equals("waitFor")) {
            return "waits for a process to end";
        }
        if (program.types.isA(type, "java.util.concurrent.BlockingQueue")
                && (Set.of(
                                        "put",
                                        "take",
                                        "putFirst",
                                        "putLast",
                                        "takeFirst",
                                        "takeLast",
                                        "transfer")
                                .contains(name)
                        || name.startsWith("poll") && arguments == 2
                        || name.startsWith("offer") && arguments == 3)) {
            return "waits at a blocking queue";
        }
        boolean task = program.types.isTask(type);
        if (!task
                && (program.types.isA(type, "java.util.concurrent.Future")
                        || type.endsWith("Future") && TypeNames.inTheJdk(type) == null)
                && Set.of("get", "join", "getUninterruptibly").contains(name)
                && !program.tasks.anyOrigin(call.getSelect(), it -> isOfTask(program, it))) {
            return "waits for a future that is not a task";
        }
        if (program.types.isA(type, "java.util.concurrent.ExecutorService")
                && !program.tasks.isForkJoinPool(call.getSelect())
                && Set.of("invokeAll", "invokeAny", "awaitTermination").contains(name)) {
            return "waits for another executor";
        }
        if (program.types.isPool(type) && name.equals("awaitTermination")) {
            return "waits for a pool to end";
        }
        if (program.types.isA(type, "java.nio.file.WatchService")
                && (name.equals("take") || name.equals("poll") && arguments == 2)) {
            return "waits for files to change";
        }
        if (program.types.isA(type, "java.util.concurrent.CompletionService")
                && name.equals("take")) {
            return "waits for another executor";
        }
        return null;
    }

    /** Whether an expression is a task, or what a fork/join pool returns for some. */
    private static boolean isOfTask(Program program, Expression expression) {
        return program.isTask(expression)
                || expression instanceof J.MethodInvocation call
                        && call.getSelect() != null
                        && call.getSimpleName().matches("submit|invokeAll")
                        && program.tasks.isForkJoinPool(call.getSelect());
    }

    private static String owner(J.MethodInvocation call) {
        return call.getMethodType() == null
                ? null
                : TypeNames.name(call.getMethodType().getDeclaringType());
    }

    /** Whoever asks for a process's output reads it, if only in code that was not given. */
    private static boolean talksToProcess(Program program, J element) {
        return element instanceof J.MethodInvocation call
                && call.getSelect() != null
                && call.getSimpleName().matches("getInputStream|getErrorStream|(input|error)Reader")
                && program.types.isA(
                        program.variables.typeOf(call.getSelect()), "java.lang.Process");
    }

    private static boolean doesInputOrOutput(Program program, J element) {
        if (element instanceof J.NewClass creation && creation.getBody() == null) {
            String type = program.variables.typeOf(creation);
            return type != null
                    && (Set.of(
                                            "java.io.FileInputStream",
                                            "java.io.FileOutputStream",
                                            "java.io.FileReader",
                                            "java.io.FileWriter",
                                            "java.io.RandomAccessFile",
                                            "java.util.zip.ZipFile",
                                            "java.util.jar.JarFile")
                                    .contains(type)
                            || type.equals("java.net.Socket")
                                    && !Trees.arguments(creation.getArguments()).isEmpty()
                            || type.equals("java.util.Scanner")
                                    && !Trees.arguments(creation.getArguments()).isEmpty()
                                    && !"java.lang.String"
                                            .equals(
                                                    program.variables.typeOf(
                                                            creation.getArguments().get(0))));
        }
        if (!(element instanceof J.MethodInvocation call)) {
            return false;
        }
        String name = call.getSimpleName();
        String type =
                call.getSelect() == null ? owner(call) : program.variables.typeOf(call.getSelect());
        if (isLibraryCall(program, call, type)) {
            return true;
        }
        if (type == null || program.types.declared(type) != null) {
            return false;
        }
        return switch (type) {
            case "java.nio.file.Files" ->
                    name.matches("(read|write|newBuffered|newInput|newOutput|copy|move|lines).*")
                            && !name.startsWith("readAttributes");
            case "java.nio.channels.FileChannel" ->
                    name.equals("open") || onStream(program, type, call);
            case "java.net.InetAddress" ->
                    name.matches("getByName|getAllByName|getLocalHost|isReachable");
            case "java.net.URL" -> name.equals("openStream") || name.equals("getContent");
            case "java.net.http.HttpClient" -> name.equals("send");
            case "java.sql.DriverManager" -> name.equals("getConnection");
            case "javax.sql.DataSource" -> name.equals("getConnection");
            case "javax.imageio.ImageIO" -> name.equals("read") || name.equals("write");
            default -> onStream(program, type, call);
        };
    }

    /**
     * Whether a call is one of the well-known ones of libraries that wait for the network or a
     * disk. These are seldom on the class path, so that the type at the root of a chain of calls,
     * known by its import, has to do.
     */
    private static boolean isLibraryCall(Program program, J.MethodInvocation call, String type) {
        if (call.getSelect() == null) {
            return false;
        }
        Set<String> before = new HashSet<>();
        Expression root = call.getSelect();
        while (Trees.unwrapped(root) instanceof J.MethodInvocation inner
                && inner.getSelect() != null) {
            before.add(inner.getSimpleName());
            root = inner.getSelect();
        }
        String owner = type == null ? program.variables.typeOf(root) : type;
        if (owner == null) {
            owner = unknownClass(program, root);
        }
        if (owner == null || program.types.declared(owner) != null) {
            return false;
        }
        if (before.contains("request") // JAX-RS
                && (before.contains("target") || owner.endsWith("WebTarget"))
                && call.getSimpleName().matches(REQUESTS)) {
            return true;
        }
        String simple = owner.substring(owner.lastIndexOf('.') + 1);
        String parsing = PARSERS.get(simple);
        if (parsing != null && call.getSimpleName().matches(parsing)) {
            return Trees.arguments(call.getArguments()).stream()
                    .limit(1)
                    .anyMatch(it -> isPlace(program, it));
        }
        String methods = LIBRARIES.get(simple);
        return methods != null
                && TypeNames.inTheJdk(owner) == null
                && call.getSimpleName().matches(methods)
                && !(program.trees.parent(call) instanceof J.MethodInvocation next
                        && next.getSelect() == call
                        && next.getSimpleName().matches(methods));
    }

    /** A name that nothing declares or imports, if it is written as a class's; else null. */
    private static String unknownClass(Program program, Expression root) {
        return root instanceof J.Identifier name
                        && program.variables.of(name) == null
                        && Character.isUpperCase(name.getSimpleName().charAt(0))
                ? name.getSimpleName()
                : null;
    }

    private static boolean isPlace(Program program, Expression given) {
        String type = program.variables.typeOf(given);
        return type != null
                && PLACES.stream().anyMatch(it -> program.types.isA(type, it))
                && !isInMemory(program, given, Collections.newSetFromMap(new IdentityHashMap<>()));
    }

    private static boolean onStream(Program program, String type, J.MethodInvocation call) {
        String name = call.getSimpleName();
        if (program.types.isA(type, "java.sql.Statement")
                || program.types.isA(type, "java.sql.Connection")) {
            return name.startsWith("execute") || name.equals("commit");
        }
        if (program.types.isA(type, "java.net.URLConnection")) {
            return List.of("connect", "getInputStream", "getResponseCode", "getOutputStream")
                    .contains(name);
        }
        if (program.types.isA(type, "java.net.ServerSocket")) {
            return name.equals("accept");
        }
        return call.getSelect() != null
                && STREAMS.stream().anyMatch(it -> program.types.isA(type, it))
                && IN_MEMORY.stream().noneMatch(it -> program.types.isA(type, it))
                && !isInMemory(
                        program,
                        call.getSelect(),
                        Collections.newSetFromMap(new IdentityHashMap<>()))
                && name.matches("(read|write|next|transfer|lines|print|append|receive|send).*");
    }

    /**
     * Whether a stream leads nowhere outside the memory of the process. What a method is given is
     * looked at where tasks call it.
     */
    private static boolean isInMemory(Program program, Expression stream, Set<J> seen) {
        String type = program.variables.typeOf(stream);
        NamedVariable given = program.variables.of(stream);
        if (IN_MEMORY.stream().anyMatch(it -> program.types.isA(type, it))) {
            return true;
        }
        if (given != null && !seen.add(given)) {
            return false;
        }
        if (program.tasks.anyOrigin(
                stream,
                it -> it instanceof J.NewClass creation && wrapsMemory(program, creation, seen))) {
            return true;
        }
        if (given == null || !program.variables.isParameter(given)) {
            return false;
        }
        J.VariableDeclarations declaration = program.variables.declaration(given);
        J.MethodDeclaration method = (J.MethodDeclaration) program.trees.parent(declaration);
        int index = DeclaredType.parameters(method).indexOf(declaration);
        List<J> callers = program.tasks.callers(method);
        return !callers.isEmpty()
                && callers.stream()
                        .allMatch(
                                it ->
                                        it instanceof J.MethodInvocation call
                                                && index < call.getArguments().size()
                                                && isInMemory(
                                                        program,
                                                        call.getArguments().get(index),
                                                        seen));
    }

    private static boolean wrapsMemory(Program program, J.NewClass creation, Set<J> seen) {
        return Trees.elements(creation, it -> false).stream()
                .anyMatch(
                        it ->
                                it instanceof J.NewClass inner
                                                && IN_MEMORY.contains(
                                                        "" + program.variables.typeOf(inner))
                                        || it instanceof J.Identifier identifier
                                                && (IN_MEMORY.contains(
                                                                ""
                                                                        + program.variables.typeOf(
                                                                                identifier))
                                                        || program.variables.of(identifier) != null
                                                                && isInMemory(
                                                                        program, identifier, seen))
                                        || it == creation
                                                && "java.util.Scanner"
                                                        .equals(program.variables.typeOf(creation))
                                                && "java.lang.String"
                                                        .equals(
                                                                program.variables.typeOf(
                                                                        creation.getArguments()
                                                                                .get(0))));
    }
}
