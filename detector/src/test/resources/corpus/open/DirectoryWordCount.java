package corpus.words;

import java.io.BufferedReader;
import java.io.File;
import java.io.FileReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedList;
import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.RecursiveTask;

/** Counts words in a tree of folders, as the well-known magazine example does. */
public class DirectoryWordCount {
    private final ForkJoinPool forkJoinPool = new ForkJoinPool();

    static class Document {
        private final List<String> lines;

        Document(List<String> lines) {
            this.lines = lines;
        }

        List<String> getLines() {
            return this.lines;
        }

        static Document fromFile(File file) throws IOException {
            List<String> lines = new LinkedList<>();
            try (BufferedReader reader = new BufferedReader(new FileReader(file))) {
                String line = reader.readLine();
                while (line != null) {
                    lines.add(line);
                    line = reader.readLine();
                }
            }
            return new Document(lines);
        }
    }

    static class Folder {
        final List<Folder> subFolders = new ArrayList<>();
        final List<Document> documents = new ArrayList<>();
    }

    String[] wordsIn(String line) {
        return line.trim().split("(\\s|\\p{Punct})+");
    }

    Long occurrencesCount(Document document, String searchedWord) {
        long count = 0;
        for (String line : document.getLines()) {
            for (String word : wordsIn(line)) {
                if (searchedWord.equals(word)) {
                    count = count + 1;
                }
            }
        }
        return count;
    }

    class DocumentSearchTask extends RecursiveTask<Long> {
        private final Document document;
        private final String searchedWord;

        DocumentSearchTask(Document document, String searchedWord) {
            this.document = document;
            this.searchedWord = searchedWord;
        }

        @Override
        protected Long compute() {
            return occurrencesCount(document, searchedWord);
        }
    }

    class FolderSearchTask extends RecursiveTask<Long> {
        private final Folder folder;
        private final String searchedWord;

        FolderSearchTask(Folder folder, String searchedWord) {
            this.folder = folder;
            this.searchedWord = searchedWord;
        }

        @Override
        protected Long compute() {
            long count = 0L;
            List<RecursiveTask<Long>> forks = new LinkedList<>();
            for (Folder subFolder : folder.subFolders) {
                FolderSearchTask task = new FolderSearchTask(subFolder, searchedWord);
                forks.add(task);
                task.fork(); // expect: FJ4
            }
            for (Document document : folder.documents) {
                DocumentSearchTask task = new DocumentSearchTask(document, searchedWord);
                forks.add(task);
                task.fork(); // expect: FJ4
            }
            for (RecursiveTask<Long> task : forks) {
                count = count + task.join();
            }
            return count;
        }
    }

    Long countOccurrencesInParallel(Folder folder, String searchedWord) {
        return forkJoinPool.invoke(new FolderSearchTask(folder, searchedWord));
    }

    /** Same, but each task reads its own file. */
    class ReadingTask extends RecursiveTask<Integer> {
        private final File[] files;

        ReadingTask(File[] files) {
            this.files = files;
        }

        @Override
        protected Integer compute() {
            if (files.length <= 2) {
                int words = 0;
                for (File file : files) {
                    words += count(file);
                }
                return words;
            }
            File[] left = Arrays.copyOfRange(files, 0, files.length / 2); // expect: FJ2
            File[] right = Arrays.copyOfRange(files, files.length / 2, files.length); // expect: FJ2
            ReadingTask one = new ReadingTask(left);
            ReadingTask two = new ReadingTask(right);
            one.fork();
            return two.compute() + one.join();
        }

        private int count(File file) {
            int words = 0;
            try (BufferedReader in = new BufferedReader(new FileReader(file))) { // expect: FJ6
                String line;
                while ((line = in.readLine()) != null) {
                    words += wordsIn(line).length;
                }
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
            return words;
        }
    }
}
