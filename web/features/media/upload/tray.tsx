import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { mobileBreakpointPx } from '../../../../shared/limits.ts'
import { useUser } from '../../../api/session-context.ts'
import { forgetHiddenLists } from '../../../imagery/images.ts'
import { Button, IconButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { formatBytes, formatCount, formatDuration } from '../../../ui/format.ts'
import { ChevronDownIcon, ChevronUpIcon, CloseIcon, PauseIcon, PlayIcon, RetryIcon } from '../../../ui/icons.tsx'
import { refreshProject } from '../queries.ts'
import styles from './tray.module.css'
import { TrayList } from './tray-list.tsx'
import { isUnfinished, type UploadItem, type UploadSnapshot, type UploadState } from './upload-item.ts'
import { onArrival, uploads } from './uploads.ts'

/** Here the list would cover the page. */
const narrow = `(max-width: ${mobileBreakpointPx - 1}px)`

/** Files on their way, in the corner of every page of the app. Shows nothing while there is nothing to say. */
// Long: one region, part after part as it stands on the page.
export function UploadTray() {
  const snapshot = useSyncExternalStore(uploads.subscribe, uploads.snapshot)
  const [open, setOpen] = useState(() => !matchMedia(narrow).matches)
  const [asking, setAsking] = useState(false)
  const tray = useRef<HTMLElement>(null)
  const shown = snapshot.items.length > 0
  useRoomForTray(tray, shown)
  useUploadsOfOneUser()
  useArrivals()

  const { items, paused } = snapshot
  if (!shown) return null
  const going = items.filter(isUnfinished).length
  const failed = items.filter(item => item.state === 'failed').length

  return (
    <section ref={tray} className={styles.tray} aria-label="Uploads">
      <header className={styles.head}>
        <div className={styles.summary}>
          <h2 className={styles.title} aria-live="polite">
            {title(snapshot)}
          </h2>
          {going > 0 && <p className={styles.rate}>{paused ? 'Paused' : speed(snapshot)}</p>}
        </div>
        {going > 0 && (
          <IconButton
            size="small"
            label={paused ? 'Go on with all uploads' : 'Pause all uploads'}
            onClick={() => (paused ? uploads.resumeAll() : uploads.pauseAll())}
          >
            {paused ? <PlayIcon aria-hidden /> : <PauseIcon aria-hidden />}
          </IconButton>
        )}
        <IconButton
          size="small"
          label={open ? 'Hide the list of files' : 'Show the list of files'}
          aria-expanded={open}
          onClick={() => setOpen(!open)}
        >
          {open ? <ChevronDownIcon aria-hidden /> : <ChevronUpIcon aria-hidden />}
        </IconButton>
        <IconButton
          size="small"
          label={going > 0 ? 'Cancel the uploads' : 'Close'}
          onClick={() => (going > 0 ? setAsking(true) : uploads.clearFinished())}
        >
          <CloseIcon aria-hidden />
        </IconButton>
        {going > 0 && <progress className={styles.whole} value={share(snapshot)} max={1} aria-label="All uploads" />}
      </header>
      {open && (
        <>
          <TrayList items={inOrder(items)} />
          {failed > 0 && (
            <footer className={styles.foot}>
              <Button size="small" icon={<RetryIcon aria-hidden />} onClick={() => uploads.retryFailed()}>
                Try {formatCount(failed, 'failed file')} again
              </Button>
            </footer>
          )}
        </>
      )}
      <ConfirmDialog
        title={`Cancel ${formatCount(going, 'upload')}?`}
        confirm="Cancel uploads"
        tone="danger"
        isOpen={asking && going > 0}
        onConfirm={() => uploads.cancelAll()}
        onClose={() => setAsking(false)}
      >
        <p>Photographs that have arrived stay in the project. What is on its way or waiting is given up.</p>
      </ConfirmDialog>
    </section>
  )
}

/** What needs a person first, then what moves. */
const order: Record<UploadState, number> = { failed: 0, sending: 1, paused: 2, ready: 3, checking: 3, waiting: 3, known: 4, done: 5 }

const inOrder = (items: readonly UploadItem[]) => items.toSorted((a, b) => order[a.state] - order[b.state])

function title({ items }: UploadSnapshot): string {
  const going = items.filter(isUnfinished).length
  if (going > 0) return `Uploading ${formatCount(going, 'photograph')}`
  const count = (state: string) => items.filter(item => item.state === state).length
  const parts = [
    count('done') > 0 && `${formatCount(count('done'), 'photograph')} added`,
    count('known') > 0 && `${count('known')} already here`,
    count('failed') > 0 && `${count('failed')} failed`
  ]
  return parts.filter(Boolean).join(' · ')
}

function speed({ bytesLeft, bytesPerSecond }: UploadSnapshot): string {
  if (bytesPerSecond <= 0) return `${formatBytes(bytesLeft)} left`
  return `${formatBytes(bytesPerSecond)}/s · ${formatDuration(bytesLeft / bytesPerSecond)} left`
}

function share({ items }: UploadSnapshot): number {
  let whole = 0
  let sent = 0
  for (const item of items) {
    if (item.state === 'failed') continue
    whole += item.sizeBytes
    sent += isUnfinished(item) ? item.sentBytes : item.sizeBytes
  }
  return whole === 0 ? 0 : sent / whole
}

/** Messages, which come in the same corner, stand above the tray. */
function useRoomForTray(tray: { current: HTMLElement | null }, shown: boolean): void {
  useEffect(() => {
    const element = tray.current
    if (!shown || !element) return
    const { style } = document.documentElement
    const observer = new ResizeObserver(() => style.setProperty('--tray-height', `${element.offsetHeight + gapPx}px`))
    observer.observe(element)
    return () => {
      observer.disconnect()
      style.removeProperty('--tray-height')
    }
  }, [tray, shown])
}

const gapPx = 8

/** What one person began does not go on in another's name. */
function useUploadsOfOneUser(): void {
  const { id } = useUser()
  const before = useRef(lastUser)
  useEffect(() => {
    if (before.current !== null && before.current !== id) {
      uploads.cancelAll()
      uploads.clearFinished()
    }
    before.current = id
    lastUser = id
  }, [id])
}

let lastUser: string | null = null

/** A burst of files counts as one change. */
const settleMs = 2_000

/** What else is shown of a project (its counts and numbers) is read again, once for a burst of files. */
function useArrivals(): void {
  const client = useQueryClient()
  useEffect(() => {
    const touched = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | null = null
    const arrived = ({ projectId }: UploadItem) => {
      forgetHiddenLists(client, projectId)
      touched.add(projectId)
      timer ??= setTimeout(() => {
        timer = null
        for (const id of touched) void refreshProject(client, id)
        touched.clear()
      }, settleMs)
    }
    const stop = onArrival(arrived)
    // small files may arrive before the script of the tray
    for (const item of uploads.snapshot().items) if (item.state === 'done') arrived(item)
    return () => {
      stop()
      if (timer) clearTimeout(timer)
    }
  }, [client])
}
