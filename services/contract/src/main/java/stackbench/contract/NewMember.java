package stackbench.contract;

/**
 * The body of <code>POST /members</code>, before validation.
 *
 * @param name null if missing
 * @param age null if missing
 * @param teamId null if missing
 */
public record NewMember(String name, Integer age, Long teamId) {

	/**
	 * The row that this member becomes.
	 * @param id the key that the database generated
	 * @return the member as stored
	 */
	public Member stored(long id) {
		return new Member(id, this.name, this.age, this.teamId);
	}

}
