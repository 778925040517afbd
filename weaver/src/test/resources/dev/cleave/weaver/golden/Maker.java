import dev.cleave.Future;

class Maker {
    final Maker other;

    Maker(Maker other) {
        @Future Maker copy = new Maker(other);
        hashCode();
        this.other = copy;
    }
}
