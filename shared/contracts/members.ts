import { type Static, Type } from 'typebox'
import { Email } from './accounts.ts'
import { Id, Nothing, Nullable, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Role } from './projects.ts'

export type Member = Static<typeof Member>
export const Member = Type.Object({
  accountId: Id,
  name: Nullable(Type.String()),
  email: Type.String({ description: 'e-mail address; for accounts that are not members of the project, their name' }),
  emailProved: Type.Boolean({ description: 'whether the person has confirmed this address' }),
  avatarUrl: Nullable(Type.String()),
  role: Role,
  joinedAt: Timestamp
})

const ProjectParams = Type.Object({ projectId: Id })
const MemberParams = Type.Object({ projectId: Id, accountId: Id })

export const membersApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/members',
    summary: 'Members of a project and their roles',
    schema: { params: ProjectParams, response: { 200: Type.Object({ members: Type.Array(Member) }), 404: Problem } }
  }),
  add: contract({
    method: 'POST',
    url: '/projects/:projectId/members',
    summary: 'Add a person with an account on this server; owners only',
    audit: 'project.member.added',
    example: { email: 'bo@lab.example', role: 'editor' },
    schema: {
      params: ProjectParams,
      body: Type.Object({ email: Email, role: Role }, { additionalProperties: false }),
      response: { 201: Member, 403: Problem, 404: Problem, 409: Problem, 422: Problem }
    }
  }),
  setRole: contract({
    method: 'PATCH',
    url: '/projects/:projectId/members/:accountId',
    summary: 'Change the role of a member; the last owner cannot be demoted',
    audit: 'project.member.changed',
    example: { role: 'viewer' },
    schema: {
      params: MemberParams,
      body: Type.Object({ role: Role }, { additionalProperties: false }),
      response: { 200: Member, 403: Problem, 404: Problem, 422: Problem }
    }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/projects/:projectId/members/:accountId',
    summary: 'Remove a member, or leave the project',
    audit: 'project.member.removed',
    schema: { params: MemberParams, response: { 204: Nothing, 403: Problem, 404: Problem, 422: Problem } }
  })
}
