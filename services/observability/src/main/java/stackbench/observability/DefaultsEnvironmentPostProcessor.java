package stackbench.observability;

import java.io.IOException;
import java.io.UncheckedIOException;

import org.springframework.boot.EnvironmentPostProcessor;
import org.springframework.boot.SpringApplication;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.io.ClassPathResource;
import org.springframework.core.io.support.ResourcePropertySource;

/**
 * Adds the settings of {@code stackbench-defaults.properties} to all targets, as the
 * property source with the lowest precedence.
 */
class DefaultsEnvironmentPostProcessor implements EnvironmentPostProcessor {

	private static final String NAME = "stackbench-defaults.properties";

	@Override
	public void postProcessEnvironment(ConfigurableEnvironment environment, SpringApplication application) {
		try {
			environment.getPropertySources()
				.addLast(new ResourcePropertySource(NAME,
						new ClassPathResource(NAME, DefaultsEnvironmentPostProcessor.class)));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
