package stackbench.conformance;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The checkout that contains the module under test.
 */
final class Project {

	/** Maven runs tests in the module's folder, <code>services/&lt;module&gt;</code>. */
	private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();

	private Project() {
	}

	/**
	 * Reads a file.
	 * @param path relative to the checkout's root
	 * @return its text
	 */
	static String read(String path) {
		try {
			return Files.readString(ROOT.resolve(path));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
