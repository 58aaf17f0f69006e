import type { ReactNode } from 'react'
import { ApiError, sentenceOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'

interface WormsFailureProps {
  error: unknown
  safe: string
  retrying?: boolean
  onRetry: () => void
  actions?: ReactNode
}

/** WoRMS was asked in vain: above all because a ship, or an institute's server, has no way to the internet. */
export function WormsFailure({ error, safe, retrying, onRetry, actions }: WormsFailureProps) {
  const problem = error instanceof ApiError ? error : null
  const isUnreachable = problem?.code === 'WORMS_UNREACHABLE'
  return (
    <ErrorPanel
      title={isUnreachable ? 'WoRMS cannot be reached from this server' : 'WoRMS could not be asked'}
      detail={
        isUnreachable
          ? 'It may have no way to the internet, or WoRMS may be out of order.'
          : sentenceOf(error, 'The server gave no reason. Try again.')
      }
      safe={safe}
      reference={problem?.requestId ?? null}
      retrying={retrying}
      onRetry={onRetry}
      actions={actions}
    />
  )
}
