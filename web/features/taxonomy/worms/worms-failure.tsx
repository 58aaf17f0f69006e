import type { ReactNode } from 'react'
import { ApiError, sentenceOf } from '../../../api/api-error.ts'
import { ErrorPanel } from '../../../ui/error-panel.tsx'
import { texts } from './texts.tsx'

const { failure: words } = texts

interface WormsFailureProps {
  error: unknown
  safe: string
  retrying?: boolean
  onRetry: () => void
  actions?: ReactNode
}

/** Panel for a failed request to WoRMS. The usual cause is a server without internet access, for example on a ship. */
export function WormsFailure({ error, safe, retrying, onRetry, actions }: WormsFailureProps) {
  const problem = error instanceof ApiError ? error : null
  const isUnreachable = problem?.code === 'WORMS_UNREACHABLE'
  return (
    <ErrorPanel
      title={isUnreachable ? words.unreachable : words.failed}
      detail={isUnreachable ? words.unreachableAbout : sentenceOf(error, words.noReason)}
      safe={safe}
      reference={problem?.requestId ?? null}
      retrying={retrying}
      onRetry={onRetry}
      actions={actions}
    />
  )
}
