package stackbench.mvc;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;

import stackbench.conformance.OneThreadAsyncTests;

@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT)
class MvcOneThreadAsyncTests extends OneThreadAsyncTests {

}
