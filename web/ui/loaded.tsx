import type { ReactNode } from 'react'
import { ErrorPanel } from './error-panel.tsx'
import * as texts from './texts.ts'

/** The part of a query's result that `Loaded` needs. */
export interface Loading<Data> {
  data: Data | undefined
  error: Error | null
  failureReason: Error | null
  failureCount: number
  isFetching: boolean
  refetch: () => unknown
}

interface LoadedProps<Data> {
  query: Loading<Data>
  /** Title of the failure: "The members could not be loaded". */
  failed: string
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** Loading states of a part of a page: skeleton, failure with a retry, content, and content that could not be refreshed. */
export function Loaded<Data>({ query, failed, skeleton, children }: LoadedProps<Data>) {
  const failure = failureOf(query)
  const panel = failure && (
    <ErrorPanel
      title={failed}
      detail={failure.message}
      safe={query.data === undefined ? undefined : texts.loadedEarlier}
      reference={referenceOf(failure)}
      retrying={query.isFetching}
      onRetry={() => void query.refetch()}
    />
  )
  if (query.data === undefined) return panel ?? skeleton
  return (
    <>
      {query.error && panel}
      {children(query.data)}
    </>
  )
}

/** True before the first answer or failure. Parts that a screen adds later move those below them, and lose the keys pressed before. */
export const isAwaited = ({ data, failureReason }: Pick<Loading<unknown>, 'data' | 'failureReason'>): boolean =>
  data === undefined && failureReason === null

/** The failure to show. A refusal (4xx) is shown at once. Any other failure is shown after the second attempt, while retries continue. */
export function failureOf({ error, failureReason, failureCount }: Omit<Loading<unknown>, 'data' | 'refetch' | 'isFetching'>): Error | null {
  if (error) return error
  const status = (failureReason as { status?: unknown } | null)?.status
  const definite = typeof status === 'number' && status >= 400 && status < 500
  return definite || failureCount > 1 ? failureReason : null
}

function referenceOf(error: Error): string | null {
  const id = (error as { requestId?: unknown }).requestId
  return typeof id === 'string' ? id : null
}
