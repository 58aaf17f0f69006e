import { queryOptions } from '@tanstack/react-query'
import type { Sample } from '../../shared/contracts/sampling.ts'
import { call } from '../api/call.ts'
import { annotateKeys } from './queries.ts'

/**
 * Sample points of an image. The first request by a member of a blind session creates copies of the points for this member. In that case, `taken` is
 * true, because the copies are new annotations.
 */
export const samplesOf = (mediaId: string) =>
  queryOptions({
    queryKey: [...annotateKeys.all, 'samples', mediaId],
    queryFn: async ({ signal }): Promise<{ samples: Sample[]; taken?: boolean }> => {
      const params = { mediaId }
      const read = await call('GET /media/:mediaId/samples', { params, signal })
      if (read.samples.every(({ points }) => points.length > 0)) return read
      return { ...(await call('POST /media/:mediaId/samples/own-points', { params, signal })), taken: true }
    }
  })
