import dev.cleave.Future;
import java.io.IOException;

class Scopes {
    String read(String name) throws IOException {
        return name;
    }

    String m(String a, long limit) {
        try {
            @Future String first = read(a);
            if (limit > 3) {
                return "many";
            }
            return first + limit;
        } catch (IOException e) {
            return "none";
        } finally {
            hashCode();
        }
    }
}
