import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useOutboxStatus } from '../../sync/use-account-work.ts'
import { WarningIcon } from '../../ui/icons.tsx'
import { texts } from './texts.ts'
import styles from './waiting.module.css'

/** Note above figures of a project that do not include its unsent edits. The figures are refetched once the server has the edits. */
export function UnsentNote({ projectId }: { projectId: string }) {
  const client = useQueryClient()
  const { ofProject, refused } = useOutboxStatus()
  const waiting = ofProject.get(projectId) ?? 0
  const count = waiting + refused.filter(({ project }) => project === projectId).length
  const before = useRef(0)
  useEffect(() => {
    const isSent = before.current > 0 && waiting === 0
    before.current = waiting
    if (isSent) void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey.includes(projectId) })
  }, [client, projectId, waiting])
  return (
    <div role="status">
      {count > 0 && (
        <p className={styles.note}>
          <WarningIcon aria-hidden /> {texts.unsent(count)}
        </p>
      )}
    </div>
  )
}
