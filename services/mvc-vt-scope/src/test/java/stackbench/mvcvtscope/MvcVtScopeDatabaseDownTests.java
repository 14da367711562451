package stackbench.mvcvtscope;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.DatabaseDownTests;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "FAN_OUT=scope", "spring.threads.virtual.enabled=true" })
class MvcVtScopeDatabaseDownTests extends DatabaseDownTests {

}
