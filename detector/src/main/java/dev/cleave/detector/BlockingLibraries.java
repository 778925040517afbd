package dev.cleave.detector;

import java.util.Collections;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.openrewrite.java.tree.Expression;
import org.openrewrite.java.tree.J;

/** Calls of libraries that wait for the network or a disk: well-known ones, and probable ones. */
final class BlockingLibraries {
    /** What Spring's templates ask of a server, themselves or by what {@code opsFor…} returns. */
    private static final String REDIS =
            "get(And\\w+)?|set(If\\w+)?|put(All|If\\w+)?|multi(Get|Set)|add|remove|delete|unlink"
                    + "|increment|decrement|expire|members|isMember|entries|range|size|keys|values"
                    + "|hasKey|(left|right)P(ush|op)\\w*|convertAndSend|execute";

    private static final String REQUESTS = "get|post|put|patch|delete|head|options|method|invoke";

    private static final Pattern REQUEST = Pattern.compile(REQUESTS);

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

    /** What methods of classes that were not given are called that read or write what they get. */
    private static final Pattern TRANSFERS =
            Pattern.compile("(load|read|parse|open|save|store|write|download|upload)([A-Z]\\w*)?");

    /** Classes that are named for what they do, and their methods. */
    private static final Pattern HTTP = Pattern.compile("(?i).*http.*");

    private static final Pattern EXCHANGES =
            Pattern.compile(
                    "(execute|connect|send(Request)?|do(Get|Post|Put|Delete)|send(Get|Post)|download|fetch)"
                            + "([A-Z]\\w*)?");

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
                    Map.entry("WebClient", "block\\w*|getPage"), // Spring's, HtmlUnit's
                    Map.entry("Mono", "block\\w*"),
                    Map.entry("Flux", "block\\w*"),
                    Map.entry("Query", "(getResult|getSingle|executeUpdate|uniqueResult).*"),
                    Map.entry("TypedQuery", "(getResult|getSingle|executeUpdate).*"),
                    Map.entry("HttpClient", "execute|send|invoke"),
                    Map.entry("RestClient", "body|toEntity|toBodilessEntity|exchange"),
                    Map.entry("Unirest", "as(Json|String|Object|Empty|Bytes|File)"),
                    Map.entry("HttpUtil", "get|post|download.*"),
                    Map.entry("HttpUtils", "get|post|download.*"),
                    Map.entry("WebResource", REQUESTS), // Jersey 1
                    Map.entry("WebDriver", "get"),
                    Map.entry("ChromeDriver", "get"),
                    Map.entry("FirefoxDriver", "get"),
                    Map.entry("RemoteWebDriver", "get"),
                    Map.entry("BitmapFactory", "decode(File|Stream)"), // Android's
                    Map.entry("SQLiteDatabase", "query|rawQuery|insert|update|delete|execSQL"),
                    Map.entry("FileSystem", "open|create|append|rename|delete|copy.*"), // HDFS
                    Map.entry("CqlSession", "execute"),
                    Map.entry("Transport", "send"), // Jakarta Mail's
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
                    Map.entry( // MyBatis
                            "SqlSession", "insert|update|delete|select\\w*|commit|flushStatements"),
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

    private static final Pattern CONNECTION = Pattern.compile("(?i)(socket|connection)$");

    /**
     * Methods by which libraries are known that wait for the network, whatever they are called on.
     */
    private static final Pattern UNMISTAKABLE =
            Pattern.compile(
                    "execute(Query|Update|Batch)|(insert|update|replace|delete)One"
                            + "|(insert|update|delete)Many|findOneAnd(Update|Replace|Delete)"
                            + "|(get|post)For(Object|Entity)|readLine|readAllBytes|openStream");

    private BlockingLibraries() {}

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
                    .anyMatch(it -> isPlace(program, it));
        }
        if (TypeNames.inTheJdk(owner) != null) {
            return false;
        }
        String methods = LIBRARIES.get(simple);
        return methods != null
                && call.getSimpleName().matches(methods)
                && !(program.trees.parent(call) instanceof J.MethodInvocation next
                        && next.getSelect() == call
                        && next.getSimpleName().matches(methods));
    }

    /** The same of what is not known, by what it is called, or gets. */
    static boolean probablyWaits(Program program, J element) {
        if (!(element instanceof J.MethodInvocation call)
                || call.getSelect() == null
                || !program.calls.targets(call).isEmpty()) {
            return false;
        }
        String name = call.getSimpleName();
        if (program.variables.typeOf(call.getSelect()) == null
                && (UNMISTAKABLE.matcher(name).matches()
                        || name.equals("getInputStream")
                                && CONNECTION
                                        .matcher(program.trees.text(call.getSelect()))
                                        .find())) {
            return true;
        }
        boolean exchanges = EXCHANGES.matcher(name).matches();
        boolean transfers = TRANSFERS.matcher(name).matches();
        String owner = exchanges || transfers ? owner(program, call) : null;
        return owner != null
                && TypeNames.inTheJdk(owner) == null
                && (exchanges && HTTP.matcher(simple(owner)).matches()
                        || transfers && isPlace(program, call.getArguments().get(0)));
    }

    /** The class that a call, or the first of a chain of calls, is made on, if it was not given. */
    private static String owner(Program program, J.MethodInvocation call) {
        if (call.getSelect() == null) {
            return program.calls.targets(call).isEmpty() ? program.types.staticImport(call) : null;
        }
        String owner = program.variables.typeOf(call.getSelect());
        if (owner == null) {
            Expression root = root(call);
            String type = program.variables.typeOf(root);
            owner = type == null ? unknownClass(program, root) : type;
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
        return type.substring(type.lastIndexOf('.') + 1);
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
                && !SleepyWorkers.isInMemory(
                        program, given, Collections.newSetFromMap(new IdentityHashMap<>()));
    }
}
