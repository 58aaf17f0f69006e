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
  /** Title of the error panel: "The members could not be loaded". */
  failed: string
  skeleton: ReactNode
  children: (data: Data) => ReactNode
}

/** Part of a page in its loading states: skeleton, error with a retry button, content, or content that failed to refresh. */
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

/** True before the first answer or failure. A screen waits until then, because parts added later shift the layout and miss earlier key presses. */
export const isAwaited = ({ data, failureReason }: Pick<Loading<unknown>, 'data' | 'failureReason'>): boolean =>
  data === undefined && failureReason === null

/** The error to show; null for none. A client error (4xx) is shown immediately. Any other is shown after two failures, while retries continue. */
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
