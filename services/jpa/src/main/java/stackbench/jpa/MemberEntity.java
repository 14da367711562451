package stackbench.jpa;

import jakarta.persistence.Entity;
import jakarta.persistence.GeneratedValue;
import jakarta.persistence.GenerationType;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

import stackbench.contract.Member;
import stackbench.contract.NewMember;

/**
 * A row of the table <code>member</code>, or one of <code>slow_member</code>, which has
 * the same columns.
 */
@Entity
@Table(name = "member")
class MemberEntity {

	@Id
	@GeneratedValue(strategy = GenerationType.IDENTITY)
	private Long id;

	private String name;

	private int age;

	private long teamId;

	protected MemberEntity() {
	}

	MemberEntity(NewMember member) {
		this.name = member.name();
		this.age = member.age();
		this.teamId = member.teamId();
	}

	Member toMember() {
		return new Member(this.id, this.name, this.age, this.teamId);
	}

}
