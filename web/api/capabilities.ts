import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Capabilities } from '../../shared/contracts/server.ts'
import { isNotOffered } from './api-error.ts'
import { call } from './call.ts'
import * as texts from './texts.ts'

export type Feature = Capabilities['features'][number]

export interface KnownCapabilities extends Capabilities {
  /** True for a foreign backend, which implements the calls of the product spec and lists no others. */
  foreign: boolean
}

const foreignBackend: KnownCapabilities = {
  foreign: true,
  name: texts.foreignBackend,
  version: '',
  registration: 'open',
  registrationDomains: [],
  passwordReset: 'administrator',
  setUp: 'done',
  features: []
}

/** Features of this server. They change while the page is open only when its first account is created. */
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

/** True when the server offers a feature; undefined until its answer has arrived. */
export function useFeature(feature: Feature): boolean | undefined {
  return useQuery(capabilities()).data?.features.includes(feature)
}
