import { type Static, Type } from 'typebox'
import { CalendarDate, Id, Nothing, Nullable, Problem, Revision, Timestamp } from './common.ts'
import { contract } from './contract.ts'

export type Role = Static<typeof Role>
export const Role = Type.Enum(['owner', 'editor', 'viewer'])

export type Visibility = Static<typeof Visibility>
/** Visibility of a project. `private`: for its members. `internal`: for everyone with an account on the server. */
export const Visibility = Type.Enum(['private', 'internal'])

const Title = Type.String({ minLength: 1, maxLength: 200, pattern: '\\S', description: 'name of the study' })
const ShortText = Type.String({ maxLength: 300 })

const fields = {
  description: Nullable(Type.String({ maxLength: 10_000, description: 'purpose and method, plain text' })),
  habitat: Nullable(Type.String({ ...ShortText, description: 'dwc:habitat, as free text' })),
  region: Nullable(Type.String({ ...ShortText, description: 'region of the work; dwc:locality, as free text' })),
  startDate: Nullable(CalendarDate),
  endDate: Nullable(CalendarDate),
  visibility: Visibility,
  coverMediaId: Nullable(Id)
}

export type Project = Static<typeof Project>
export const Project = Type.Object({
  id: Id,
  title: Title,
  ...fields,
  role: Nullable(Role, { description: 'role of the caller; null without membership' }),
  memberCount: Type.Integer({ minimum: 0 }),
  mediaCount: Type.Integer({ minimum: 0 }),
  isExample: Type.Optional(Type.Boolean({ description: 'whether it is the example project of the server' })),
  revision: Revision,
  createdAt: Timestamp,
  modifiedAt: Timestamp,
  deletedAt: Nullable(Timestamp)
})

export type ProjectDraft = Static<typeof ProjectDraft>
export const ProjectDraft = Type.Object(
  {
    title: Title,
    description: Type.Optional(fields.description),
    habitat: Type.Optional(fields.habitat),
    region: Type.Optional(fields.region),
    startDate: Type.Optional(fields.startDate),
    endDate: Type.Optional(fields.endDate),
    visibility: Type.Optional(fields.visibility)
  },
  { additionalProperties: false }
)

export type ProjectEdit = Static<typeof ProjectEdit>
/**
 * Edit to a project; absent fields stay unchanged. Isobath's own backend requires `revision` (428 without it). Other backends may not support
 * `revision`.
 */
export const ProjectEdit = Type.Object(
  {
    revision: Type.Optional(Revision),
    title: Type.Optional(Title),
    description: Type.Optional(fields.description),
    habitat: Type.Optional(fields.habitat),
    region: Type.Optional(fields.region),
    startDate: Type.Optional(fields.startDate),
    endDate: Type.Optional(fields.endDate),
    visibility: Type.Optional(fields.visibility),
    coverMediaId: Type.Optional(fields.coverMediaId)
  },
  { additionalProperties: false }
)

export type ProjectOverview = Static<typeof ProjectOverview>
export const ProjectOverview = Type.Object({
  mediaCount: Type.Integer({ minimum: 0 }),
  mediaBytes: Type.Integer({ minimum: 0 }),
  placedCount: Type.Integer({ minimum: 0, description: 'number of media with a position' }),
  datedCount: Type.Integer({ minimum: 0, description: 'number of media with a capture time' }),
  earliestEventDate: Nullable(Timestamp),
  latestEventDate: Nullable(Timestamp),
  minimumDepthInMeters: Nullable(Type.Number()),
  maximumDepthInMeters: Nullable(Type.Number()),
  depthCounts: Type.Array(Type.Object({ fromMeters: Type.Number(), toMeters: Type.Number(), count: Type.Integer() }), {
    description: 'media by depth band, shallowest first'
  })
})

export type Activity = Static<typeof Activity>
export const Activity = Type.Object({
  id: Id,
  projectId: Id,
  projectTitle: Type.String(),
  actorId: Nullable(Id),
  actorName: Type.String({ description: 'name or e-mail address of the actor' }),
  event: Type.String({ description: 'e.g. project.created, project.revised, media.added, member.added' }),
  detail: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Null()])),
  time: Timestamp
})

const ProjectParams = Type.Object({ projectId: Id })
const ActivityPage = Type.Object({ items: Type.Array(Activity), nextCursor: Nullable(Type.String()) })
const ActivityQuery = Type.Object(
  { limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 20 })), cursor: Type.Optional(Type.String({ maxLength: 512 })) },
  { additionalProperties: false }
)

export type ProjectListQuery = Static<typeof ProjectListQuery>
export const ProjectListQuery = Type.Object(
  {
    search: Type.Optional(Type.String({ maxLength: 200 })),
    sort: Type.Optional(Type.Enum(['modified', 'created', 'title'], { default: 'modified' })),
    deleted: Type.Optional(Type.Boolean({ default: false, description: 'only deleted projects that can still be restored' })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 50 })),
    cursor: Type.Optional(Type.String({ maxLength: 512 }))
  },
  { additionalProperties: false }
)

export const projectsApi = {
  list: contract({
    method: 'GET',
    url: '/projects',
    summary: 'Projects that the user may see, most recently changed first',
    schema: {
      querystring: ProjectListQuery,
      response: {
        200: Type.Object({ projects: Type.Array(Project), nextCursor: Nullable(Type.String()), totalCount: Type.Integer({ minimum: 0 }) })
      }
    }
  }),
  get: contract({
    method: 'GET',
    url: '/projects/:projectId',
    summary: 'One project',
    schema: { params: ProjectParams, response: { 200: Project, 404: Problem } }
  }),
  create: contract({
    method: 'POST',
    url: '/projects',
    summary: 'Create a project; its creator becomes the owner',
    audit: 'project.created',
    example: { title: 'Reef survey 2026', region: 'Koster Sea', startDate: '2026-06-01', visibility: 'private' },
    schema: { body: ProjectDraft, response: { 201: Project, 422: Problem } }
  }),
  openExample: contract({
    method: 'POST',
    url: '/projects/example',
    summary: 'Create the example project, or return the caller’s existing one',
    audit: 'project.created',
    schema: { response: { 200: Project, 201: Project, 413: Problem, 503: Problem } }
  }),
  revise: contract({
    method: 'PUT',
    url: '/projects/:projectId',
    summary: 'Change a project',
    audit: 'project.revised',
    example: { revision: 1, title: 'Reef survey 2026', habitat: 'cold-water coral reef' },
    schema: {
      params: ProjectParams,
      body: ProjectEdit,
      response: { 200: Project, 403: Problem, 404: Problem, 409: Problem, 422: Problem, 428: Problem }
    }
  }),
  remove: contract({
    method: 'DELETE',
    url: '/projects/:projectId',
    summary: 'Delete a project; it can be restored for 30 days',
    audit: 'project.deleted',
    schema: { params: ProjectParams, response: { 204: Nothing, 403: Problem, 404: Problem } }
  }),
  restore: contract({
    method: 'POST',
    url: '/projects/:projectId/restore',
    summary: 'Restore a deleted project',
    audit: 'project.restored',
    schema: { params: ProjectParams, response: { 200: Project, 403: Problem, 404: Problem } }
  }),
  overview: contract({
    method: 'GET',
    url: '/projects/:projectId/overview',
    summary: 'Key figures of a project',
    schema: { params: ProjectParams, response: { 200: ProjectOverview, 404: Problem } }
  }),
  activity: contract({
    method: 'GET',
    url: '/projects/:projectId/activity',
    summary: 'Activity of a project, newest first',
    schema: { params: ProjectParams, querystring: ActivityQuery, response: { 200: ActivityPage, 404: Problem } }
  }),
  allActivity: contract({
    method: 'GET',
    url: '/activity',
    summary: 'Activity of all projects of the user, newest first',
    schema: { querystring: ActivityQuery, response: { 200: ActivityPage } }
  })
}
