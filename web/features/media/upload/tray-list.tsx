import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, useRef } from 'react'
import { IconButton } from '../../../ui/button.tsx'
import { formatBytes, formatPercent } from '../../../ui/format.ts'
import { CheckIcon, CloseIcon, InfoIcon, PauseIcon, PlayIcon, RetryIcon, WarningIcon } from '../../../ui/icons.tsx'
import { texts } from '../texts.ts'
import styles from './tray.module.css'
import { isActive, isUnfinished, type UploadItem } from './upload-item.ts'
import { uploads } from './uploads.ts'

const { file: words } = texts

/** List of files with their states. Only the rows in view are rendered. */
export function TrayList({ items }: { items: readonly UploadItem[] }) {
  const scroller = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => scroller.current,
    estimateSize: index => (items[index]?.message ? 72 : 54),
    getItemKey: index => items[index]?.id ?? index,
    overscan: 4,
    useFlushSync: false
  })
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reached by the keyboard
    // biome-ignore lint/a11y/useSemanticElements: a named scrolling region inside the tray's section
    <div ref={scroller} className={styles.scroller} tabIndex={0} role="group" aria-label={words.list}>
      <ul className={styles.list} style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map(row => (
          <li
            key={row.key}
            ref={rows.measureElement}
            data-index={row.index}
            className={styles.row}
            aria-setsize={items.length}
            aria-posinset={row.index + 1}
            style={{ transform: `translateY(${row.start}px)` }}
          >
            <TrayRow item={items[row.index]!} />
          </li>
        ))}
      </ul>
    </div>
  )
}

const TrayRow = memo(function TrayRow({ item }: { item: UploadItem }) {
  const { id, fileName, state } = item
  return (
    <>
      <span className={styles.mark} data-state={state} aria-hidden>
        {marks[state]}
      </span>
      <span className={styles.what}>
        <span className={styles.file} data-tip={fileName}>
          {fileName}
        </span>
        <span className={styles.state} data-state={state}>
          {stateWords(item)}
        </span>
        {state === 'sending' && (
          <progress className={styles.part} value={item.sentBytes} max={Math.max(1, item.sizeBytes)} aria-label={words.sent(fileName)} />
        )}
      </span>
      {isActive(item) && (
        <IconButton size="small" label={words.pause(fileName)} onClick={() => uploads.pause(id)}>
          <PauseIcon aria-hidden />
        </IconButton>
      )}
      {state === 'paused' && (
        <IconButton size="small" label={words.resume(fileName)} onClick={() => uploads.resume(id)}>
          <PlayIcon aria-hidden />
        </IconButton>
      )}
      {state === 'failed' && (
        <IconButton size="small" label={words.retry(fileName)} onClick={() => uploads.resume(id)}>
          <RetryIcon aria-hidden />
        </IconButton>
      )}
      {(isUnfinished(item) || state === 'failed') && (
        <IconButton
          size="small"
          label={state === 'failed' ? words.takeOff(fileName) : words.cancel(fileName)}
          onClick={() => uploads.cancel(id)}
        >
          <CloseIcon aria-hidden />
        </IconButton>
      )}
    </>
  )
})

const marks: Record<UploadItem['state'], React.ReactNode> = {
  waiting: null,
  checking: null,
  ready: null,
  sending: null,
  paused: <PauseIcon />,
  done: <CheckIcon />,
  known: <InfoIcon />,
  failed: <WarningIcon />
}

function stateWords({ state, sizeBytes, sentBytes, message }: UploadItem): string {
  switch (state) {
    case 'waiting':
    case 'ready':
      return words.waiting(formatBytes(sizeBytes))
    case 'checking':
      return words.checking
    case 'sending':
      return sentBytes >= sizeBytes ? words.reading : words.sending(formatPercent(sentBytes / sizeBytes), formatBytes(sizeBytes))
    case 'paused':
      return words.pausedAt(formatPercent(sizeBytes === 0 ? 0 : sentBytes / sizeBytes))
    case 'done':
      return words.added(formatBytes(sizeBytes))
    default:
      return message ?? words.notSent
  }
}
