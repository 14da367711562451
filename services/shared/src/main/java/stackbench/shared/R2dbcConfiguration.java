package stackbench.shared;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * Repositories and controllers that use R2DBC. Both of Spring's web stacks support the
 * same controllers.
 */
@Configuration(proxyBeanMethods = false)
@Import({ R2dbcAggregateController.class, R2dbcMemberController.class, R2dbcMembers.class, R2dbcPlaceController.class,
		R2dbcPlaces.class })
public class R2dbcConfiguration {

}
