import { type Static, Type } from 'typebox'
import { Id, Nothing, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Role } from './projects.ts'

export type Invitation = Static<typeof Invitation>
export const Invitation = Type.Object({
  id: Id,
  role: Role,
  once: Type.Boolean({ description: 'whether only one person can use it; otherwise everyone with the link can' }),
  uses: Type.Integer({ minimum: 0, description: 'number of people who have joined with it' }),
  invitedBy: Type.String(),
  createdAt: Timestamp,
  expiresAt: Timestamp
})

export type InvitationDraft = Static<typeof InvitationDraft>
export const InvitationDraft = Type.Object(
  { role: Role, days: Type.Integer({ minimum: 1, maximum: 90 }), once: Type.Boolean() },
  { additionalProperties: false }
)

/** An invitation, as shown to the holder of the link. */
export type OpenInvitation = Static<typeof OpenInvitation>
export const OpenInvitation = Type.Object({
  projectId: Id,
  projectTitle: Type.String(),
  role: Role,
  invitedBy: Type.String(),
  expiresAt: Timestamp
})

const ProjectParams = Type.Object({ projectId: Id })
const InvitationParams = Type.Object({ projectId: Id, invitationId: Id })
/** Secret after the `#` of the link. The secret is sent only in request bodies, so that no log contains it. */
const Secret = Type.Object({ token: Type.String({ minLength: 22, maxLength: 128 }) }, { additionalProperties: false })

export const invitationsApi = {
  list: contract({
    method: 'GET',
    url: '/projects/:projectId/invitations',
    summary: 'Valid invitation links of a project; owners only',
    schema: {
      params: ProjectParams,
      response: { 200: Type.Object({ invitations: Type.Array(Invitation) }), 403: Problem, 404: Problem }
    }
  }),
  create: contract({
    method: 'POST',
    url: '/projects/:projectId/invitations',
    summary: 'Create an invitation link; its secret is shown once',
    audit: 'project.invitation.created',
    example: { role: 'editor', days: 7, once: true },
    schema: {
      params: ProjectParams,
      body: InvitationDraft,
      response: { 201: Type.Interface([Invitation], { secret: Type.String() }), 403: Problem, 404: Problem, 422: Problem }
    }
  }),
  revoke: contract({
    method: 'DELETE',
    url: '/projects/:projectId/invitations/:invitationId',
    summary: 'Revoke an invitation link',
    audit: 'project.invitation.revoked',
    schema: { params: InvitationParams, response: { 204: Nothing, 403: Problem, 404: Problem } }
  }),
  look: contract({
    method: 'POST',
    url: '/invitations/look',
    summary: 'Read the invitation of a link without using it',
    auth: 'none',
    example: { token: 'the-token-in-the-address-of-the-link' },
    schema: { body: Secret, response: { 200: OpenInvitation, 410: Problem } }
  }),
  accept: contract({
    method: 'POST',
    url: '/invitations/accept',
    summary: 'Join the project of an invitation link; existing members keep their role',
    audit: 'project.invitation.accepted',
    example: { token: 'the-token-in-the-address-of-the-link' },
    schema: { body: Secret, response: { 200: Type.Object({ projectId: Id, role: Role }), 410: Problem } }
  })
}
