import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Capabilities } from '../../shared/contracts/server.ts'
import { isNotOffered } from './api-error.ts'
import { call } from './call.ts'

export type Feature = Capabilities['features'][number]

export interface KnownCapabilities extends Capabilities {
  /** A foreign backend: it keeps the calls of the product spec and says nothing of others. */
  foreign: boolean
}

const foreignBackend: KnownCapabilities = {
  foreign: true,
  name: 'Research backend',
  version: '',
  registration: 'open',
  registrationDomains: [],
  passwordReset: 'administrator',
  setUp: 'done',
  features: []
}

/** The features of this server. They change while the page is open only by its first account. */
export const capabilities = () =>
  queryOptions({
    queryKey: ['server'],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<KnownCapabilities> => {
      try {
        const answer = await call('GET /server', { signal })
        return Array.isArray(answer?.features) ? { ...answer, foreign: false } : foreignBackend
      } catch (error) {
        if (isNotOffered(error)) return foreignBackend
        throw error
      }
    }
  })

/** Whether the server offers a feature; undefined until it has said so. */
export function useFeature(feature: Feature): boolean | undefined {
  return useQuery(capabilities()).data?.features.includes(feature)
}
