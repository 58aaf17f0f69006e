import { queryOptions, useQuery } from '@tanstack/react-query'
import type { Capabilities } from '../../shared/contracts/server.ts'
import { isNotOffered } from './api-error.ts'
import { call } from './call.ts'
import * as texts from './texts.ts'

export type Feature = Capabilities['features'][number]

export interface KnownCapabilities extends Capabilities {
  /** True for a foreign backend. It implements the endpoints of the product spec and reports no further features. */
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

/** Capabilities of the server. While a page is open, they change only when the server's first account is created. */
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

/** True when the server offers a feature; undefined until the server has answered. */
export function useFeature(feature: Feature): boolean | undefined {
  return useQuery(capabilities()).data?.features.includes(feature)
}
