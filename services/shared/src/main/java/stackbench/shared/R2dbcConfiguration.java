package stackbench.shared;

import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/**
 * All that a target does with R2DBC, whichever server it has: both of Spring's web stacks
 * take the same controllers.
 */
@Configuration(proxyBeanMethods = false)
@Import({ R2dbcAggregateController.class, R2dbcMemberController.class, R2dbcMembers.class, R2dbcPlaceController.class,
		R2dbcPlaces.class })
public class R2dbcConfiguration {

}
