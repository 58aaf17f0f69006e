import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { ProjectDraft, ProjectEdit, ProjectListQuery } from '../../../shared/contracts/projects.ts'
import { call } from '../../api/call.ts'
import { knownPage, knownProject, noRevision } from './known/known-project.ts'

export const projectKeys = {
  all: ['projects'] as const,
  lists: () => [...projectKeys.all, 'list'] as const,
  one: (projectId: string) => [...projectKeys.all, 'one', projectId] as const,
  overview: (projectId: string) => [...projectKeys.one(projectId), 'overview'] as const
}

/** The first page of a list of projects. */
export const projectsList = (query: ProjectListQuery = {}) =>
  queryOptions({
    queryKey: [...projectKeys.lists(), 'first', query],
    queryFn: async ({ signal }) => knownPage(await call('GET /projects', { query, signal }))
  })

/** All pages of a list of projects. */
export const projectsPages = (query: ProjectListQuery) =>
  infiniteQueryOptions({
    queryKey: [...projectKeys.lists(), 'pages', query],
    queryFn: async ({ signal, pageParam }) => knownPage(await call('GET /projects', { query: { ...query, cursor: pageParam }, signal })),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: page => page.nextCursor ?? undefined
  })

export const project = (projectId: string) =>
  queryOptions({
    queryKey: projectKeys.one(projectId),
    queryFn: async ({ signal }) => knownProject(await call('GET /projects/:projectId', { params: { projectId }, signal }))
  })

export const projectOverview = (projectId: string) =>
  queryOptions({
    queryKey: projectKeys.overview(projectId),
    queryFn: ({ signal }) => call('GET /projects/:projectId/overview', { params: { projectId }, signal })
  })

export const createProject = () =>
  mutationOptions({
    mutationKey: ['createProject'],
    mutationFn: async (draft: ProjectDraft) => {
      const answer = await call('POST /projects', { json: draft })
      return answer && 'id' in answer ? knownProject(answer) : null // a foreign backend may return anything
    },
    onSuccess: (_project, _draft, _before, { client }) => client.invalidateQueries({ queryKey: projectKeys.all })
  })

export const openExample = () =>
  mutationOptions({
    mutationKey: ['openExample'],
    mutationFn: () => call('POST /projects/example', {}),
    onSuccess: (_project, _nothing, _before, { client }) => client.invalidateQueries({ queryKey: projectKeys.all })
  })

export const reviseProject = (projectId: string) =>
  mutationOptions({
    mutationKey: ['reviseProject', projectId],
    mutationFn: async ({ revision, ...edit }: ProjectEdit) => {
      const json = revision === noRevision ? edit : { revision, ...edit }
      const answer = await call('PUT /projects/:projectId', { params: { projectId }, json })
      return answer && 'id' in answer ? knownProject(answer) : null
    },
    onSuccess: (revised, _edit, _before, { client }) => {
      if (revised) client.setQueryData(project(projectId).queryKey, revised)
      return client.invalidateQueries({ queryKey: projectKeys.all })
    }
  })

export const removeProject = (projectId: string) =>
  mutationOptions({
    mutationKey: ['removeProject', projectId],
    mutationFn: () => call('DELETE /projects/:projectId', { params: { projectId } }),
    onSuccess: async (_nothing, _variables, _before, { client }) => {
      // no refetch: the screen of the deleted project is about to close
      await client.invalidateQueries({ queryKey: projectKeys.one(projectId), refetchType: 'none' })
      await client.invalidateQueries({ queryKey: projectKeys.lists() })
    }
  })

export const restoreProject = () =>
  mutationOptions({
    mutationKey: ['restoreProject'],
    mutationFn: (projectId: string) => call('POST /projects/:projectId/restore', { params: { projectId } }),
    onSuccess: (_project, _id, _before, { client }) => client.invalidateQueries({ queryKey: projectKeys.all })
  })
