package stackbench.servlet;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;

import org.junit.jupiter.api.Test;

import org.springframework.http.HttpInputMessage;
import org.springframework.mock.http.MockHttpInputMessage;

import stackbench.contract.Fault;
import stackbench.contract.Limits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/** Without the length of a body the limit must hold for what arrives. */
class BodyLimitTests {

	private static final int ENDLESS = 100 * Limits.MAX_BODY;

	private final BodyLimit limit = new BodyLimit();

	@Test
	void leavesABodyOfKnownLengthUnread() throws IOException {
		InputStream body = new ByteArrayInputStream(new byte[Limits.MAX_BODY]);
		MockHttpInputMessage message = new MockHttpInputMessage(body);
		message.getHeaders().setContentLength(Limits.MAX_BODY);
		assertThat(read(message)).isSameAs(message);
		assertThat(body.available()).isEqualTo(Limits.MAX_BODY);
	}

	@Test
	void refusesALengthAboveTheLimitWithoutReading() throws IOException {
		InputStream body = new ByteArrayInputStream(new byte[ENDLESS]);
		MockHttpInputMessage message = new MockHttpInputMessage(body);
		message.getHeaders().setContentLength(Limits.MAX_BODY + 1);
		assertTooLarge(message);
		assertThat(body.available()).isEqualTo(ENDLESS);
	}

	@Test
	void readsABodyOfUnknownLengthUpToTheLimit() throws IOException {
		byte[] body = new byte[Limits.MAX_BODY];
		body[body.length - 1] = 'x';
		HttpInputMessage read = read(new MockHttpInputMessage(body));
		assertThat(read.getBody().readAllBytes()).isEqualTo(body);
	}

	@Test
	void readsOneByteAboveTheLimitAtMost() throws IOException {
		InputStream body = new ByteArrayInputStream(new byte[ENDLESS]);
		assertTooLarge(new MockHttpInputMessage(body));
		assertThat(ENDLESS - body.available()).isEqualTo(Limits.MAX_BODY + 1);
	}

	private HttpInputMessage read(HttpInputMessage message) throws IOException {
		return this.limit.beforeBodyRead(message, null, null, null);
	}

	private void assertTooLarge(HttpInputMessage message) {
		assertThatExceptionOfType(Fault.class).isThrownBy(() -> read(message))
			.satisfies((fault) -> assertThat(fault.status()).isEqualTo(413));
	}

}
