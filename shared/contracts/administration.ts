import { type Static, Type } from 'typebox'
import { logLevels } from '../log-levels.ts'
import { Id, Nullable, Page, PageQuery, Problem, Timestamp } from './common.ts'
import { contract } from './contract.ts'
import { Job } from './jobs.ts'
import { Role } from './projects.ts'

const Bytes = Type.Integer({ minimum: 0 })
const Count = Type.Integer({ minimum: 0 })

export type LastBackup = Static<typeof LastBackup>
export const LastBackup = Type.Object({
  at: Timestamp,
  fileName: Type.String(),
  sizeBytes: Bytes,
  fileCount: Count,
  missingCount: Type.Integer({ minimum: 0, description: 'number of files that the database refers to but the backup lacks' })
})

export type ServerState = Static<typeof ServerState>
export const ServerState = Type.Object({
  versions: Type.Object({
    isobath: Type.String(),
    node: Type.String(),
    database: Type.Object({ name: Type.Enum(['SQLite', 'PostgreSQL']), version: Type.String() }),
    sharp: Type.String()
  }),
  startedAt: Timestamp,
  registration: Type.Enum(['open', 'invite', 'closed', 'domain']),
  sendsMail: Type.Boolean(),
  isOffline: Type.Boolean({ description: 'whether fetching from other servers is turned off' }),
  personCount: Count,
  projectCount: Count,
  backup: Nullable(LastBackup, { description: 'last backup by `isobath backup`; null without one' })
})

export type ServerPerson = Static<typeof ServerPerson>
export const ServerPerson = Type.Object({
  id: Id,
  email: Type.String(),
  name: Nullable(Type.String()),
  administrator: Type.Boolean(),
  disabled: Type.Boolean(),
  emailProved: Type.Boolean(),
  projectCount: Count,
  imageBytes: Type.Integer({
    minimum: 0,
    description: 'size of the originals of this person, including deleted ones that can be restored'
  }),
  modelBytes: Type.Integer({ minimum: 0, description: 'size of the uploaded models of this person' }),
  createdAt: Timestamp,
  lastSignInAt: Nullable(Timestamp, { description: 'null if there was none within half a year' })
})

export type OpenLink = Static<typeof OpenLink>
export const OpenLink = Type.Object({
  id: Type.String(),
  project: Nullable(Type.Object({ id: Id, title: Type.String() }), { description: 'null for an invitation to the server' }),
  role: Nullable(Role),
  email: Nullable(Type.String({ description: 'the only address that can use it' })),
  invitedBy: Nullable(Type.String()),
  uses: Count,
  createdAt: Timestamp,
  expiresAt: Timestamp
})

export type ProjectStorage = Static<typeof ProjectStorage>
export const ProjectStorage = Type.Object({
  id: Id,
  title: Type.String(),
  imageCount: Count,
  imageBytes: Bytes,
  modelBytes: Type.Integer({ minimum: 0, description: 'size of the uploaded models of this project' }),
  memberCount: Count,
  deletedAt: Nullable(Timestamp)
})

export type StorageState = Static<typeof StorageState>
export const StorageState = Type.Interface([Page(ProjectStorage)], {
  databaseBytes: Bytes,
  originalBytes: Type.Integer({
    minimum: 0,
    description: 'size of the originals of all accounts, including deleted ones that can be restored'
  }),
  modelBytes: Type.Integer({ minimum: 0, description: 'size of the uploaded models of all projects' }),
  freeBytes: Bytes,
  quotaBytes: Nullable(Bytes, { description: 'limit for originals and uploaded models' })
})

export type ServerJob = Static<typeof ServerJob>
export const ServerJob = Type.Interface([Job], { projectTitle: Nullable(Type.String()) })

export type LogLine = Static<typeof LogLine>
export const LogLine = Type.Object({
  time: Nullable(Timestamp),
  level: Type.Enum(logLevels),
  message: Type.String(),
  fields: Type.Array(Type.Object({ name: Type.String(), value: Type.String() }))
})

const searched = Type.Optional(Type.String({ maxLength: 200 }))
const JobParams = Type.Object({ jobId: Id })
const JobAnswers = { 200: ServerJob, 404: Problem, 409: Problem }

export const administrationApi = {
  server: contract({
    method: 'GET',
    url: '/admin/server',
    summary: 'Versions, settings and last backup of this server, for administrators',
    tokens: false,
    schema: { response: { 200: ServerState, 403: Problem } }
  }),
  people: contract({
    method: 'GET',
    url: '/admin/people',
    summary: 'Accounts of this server, newest first, for administrators',
    tokens: false,
    schema: {
      querystring: Type.Interface([PageQuery], { q: searched }, { additionalProperties: false }),
      response: { 200: Type.Interface([Page(ServerPerson)], { total: Count }), 403: Problem }
    }
  }),
  invitations: contract({
    method: 'GET',
    url: '/admin/invitations',
    summary: 'Valid invitations on this server, newest first, for administrators',
    tokens: false,
    schema: { querystring: PageQuery, response: { 200: Page(OpenLink), 403: Problem } }
  }),
  storage: contract({
    method: 'GET',
    url: '/admin/storage',
    summary: 'Storage of this server, and its projects by size, for administrators',
    tokens: false,
    schema: { querystring: PageQuery, response: { 200: StorageState, 403: Problem } }
  }),
  jobs: contract({
    method: 'GET',
    url: '/admin/jobs',
    summary: 'Running, waiting and failed jobs of all projects, newest first, for administrators',
    tokens: false,
    schema: {
      querystring: Type.Interface(
        [PageQuery],
        { state: Type.Optional(Type.Enum(['open', 'failed'], { default: 'open', description: '`open`: waiting or running' })) },
        { additionalProperties: false }
      ),
      response: { 200: Page(ServerJob), 403: Problem }
    }
  }),
  cancelJob: contract({
    method: 'POST',
    url: '/admin/jobs/:jobId/cancel',
    summary: 'Cancel a waiting or running job of any project, for administrators',
    tokens: false,
    audit: 'administration.job.cancelled',
    schema: { params: JobParams, response: JobAnswers }
  }),
  retryJob: contract({
    method: 'POST',
    url: '/admin/jobs/:jobId/retry',
    summary: 'Run a failed job of any project again, for administrators',
    tokens: false,
    audit: 'administration.job.retried',
    schema: { params: JobParams, response: JobAnswers }
  }),
  log: contract({
    method: 'GET',
    url: '/admin/log',
    summary: 'Most recent lines of the debug log, newest first, for administrators',
    tokens: false,
    schema: {
      querystring: Type.Object(
        {
          level: Type.Optional(Type.Enum(logLevels, { default: 'info', description: 'lowest severity to include' })),
          limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 500, default: 200 }))
        },
        { additionalProperties: false }
      ),
      response: {
        200: Type.Object({
          lines: Type.Array(LogLine),
          isCut: Type.Boolean({ description: 'whether older lines were left out' })
        }),
        403: Problem
      }
    }
  })
}
