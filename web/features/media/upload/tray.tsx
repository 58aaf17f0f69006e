import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { annotatePath } from '../../../../shared/addresses.ts'
import { mobileBreakpointPx } from '../../../../shared/limits.ts'
import { useUser } from '../../../api/session-context.ts'
import { forgetHiddenLists } from '../../../imagery/images.ts'
import { Button, IconButton, LinkButton } from '../../../ui/button.tsx'
import { ConfirmDialog } from '../../../ui/dialog.tsx'
import { formatBytes, formatDuration } from '../../../ui/format.ts'
import { ChevronDownIcon, ChevronUpIcon, CloseIcon, PauseIcon, PlayIcon, RetryIcon } from '../../../ui/icons.tsx'
import { useRoomForToasts } from '../../../ui/room-for-toasts.ts'
import { refreshProject } from '../queries.ts'
import { texts } from '../texts.ts'
import styles from './tray.module.css'
import { TrayList } from './tray-list.tsx'
import { isUnfinished, type UploadItem, type UploadSnapshot, type UploadState } from './upload-item.ts'
import { onArrival, uploads } from './uploads.ts'

const { tray: words } = texts

/** Media query for windows so narrow that the list would cover the page. */
const narrow = `(max-width: ${mobileBreakpointPx - 1}px)`

/** Upload tray in the corner of every page of the app. Its list collapses after the last file. */
// Long: one region, in page order.
export function UploadTray() {
  const snapshot = useSyncExternalStore(uploads.subscribe, uploads.snapshot)
  const [open, setOpen] = useState(() => !matchMedia(narrow).matches)
  const [isConfirming, setConfirming] = useState(false)
  const tray = useRef<HTMLElement>(null)
  const shown = snapshot.items.length > 0
  useRoomForToasts(tray, shown)
  useUploadsOfOneUser()
  useArrivals()
  useFolding(snapshot, setOpen)

  const { items, paused } = snapshot
  if (!shown) return null
  const going = items.filter(isUnfinished).length
  const failed = items.filter(item => item.state === 'failed').length
  const first = going === 0 ? firstArrived(items) : null

  return (
    <section ref={tray} className={styles.tray} aria-label={words.region}>
      <header className={styles.head}>
        <div className={styles.summary}>
          <h2 className={styles.title} aria-live="polite">
            {title(snapshot)}
          </h2>
          {going > 0 && <p className={styles.rate}>{paused ? words.paused : speed(snapshot)}</p>}
        </div>
        {first && (
          <LinkButton
            size="small"
            variant="primary"
            to={annotatePath(first.projectId, { mediaId: first.mediaId })}
            aria-label={words.annotateNew}
          >
            {words.annotate}
          </LinkButton>
        )}
        {going > 0 && (
          <IconButton
            size="small"
            label={paused ? words.resumeAll : words.pauseAll}
            onClick={() => (paused ? uploads.resumeAll() : uploads.pauseAll())}
          >
            {paused ? <PlayIcon aria-hidden /> : <PauseIcon aria-hidden />}
          </IconButton>
        )}
        <IconButton size="small" label={open ? words.hideFiles : words.showFiles} aria-expanded={open} onClick={() => setOpen(!open)}>
          {open ? <ChevronDownIcon aria-hidden /> : <ChevronUpIcon aria-hidden />}
        </IconButton>
        <IconButton
          size="small"
          label={going > 0 ? words.cancelAll : words.close}
          onClick={() => (going > 0 ? setConfirming(true) : uploads.clearFinished())}
        >
          <CloseIcon aria-hidden />
        </IconButton>
        {going > 0 && <progress className={styles.whole} value={share(snapshot)} max={1} aria-label={words.progress} />}
      </header>
      {open && (
        <>
          <TrayList items={inOrder(items)} />
          {failed > 0 && (
            <footer className={styles.foot}>
              <Button size="small" icon={<RetryIcon aria-hidden />} onClick={() => uploads.retryFailed()}>
                {words.retryFailed(failed)}
              </Button>
            </footer>
          )}
        </>
      )}
      <ConfirmDialog
        title={words.askToCancel(going)}
        confirm={words.confirmCancel}
        tone="danger"
        isOpen={isConfirming && going > 0}
        onConfirm={() => uploads.cancelAll()}
        onClose={() => setConfirming(false)}
      >
        <p>{words.aboutCancel}</p>
      </ConfirmDialog>
    </section>
  )
}

/** Sort order: failed files first, then those being uploaded. */
const order: Record<UploadState, number> = { failed: 0, sending: 1, paused: 2, ready: 3, checking: 3, waiting: 3, known: 4, done: 5 }

const inOrder = (items: readonly UploadItem[]) => items.toSorted((a, b) => order[a.state] - order[b.state])

function title({ items }: UploadSnapshot): string {
  const going = items.filter(isUnfinished).length
  if (going > 0) return words.uploading(going)
  const count = (state: string) => items.filter(item => item.state === state).length
  const parts = [
    count('done') > 0 && words.added(count('done')),
    count('known') > 0 && words.known(count('known')),
    count('failed') > 0 && words.failed(count('failed'))
  ]
  return parts.filter(Boolean).join(' · ')
}

function speed({ bytesLeft, bytesPerSecond }: UploadSnapshot): string {
  if (bytesPerSecond <= 0) return words.left(formatBytes(bytesLeft))
  return words.speed(formatBytes(bytesPerSecond), formatDuration(bytesLeft / bytesPerSecond))
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

/** Returns the first uploaded image; null when there is none, or when several projects received images. */
function firstArrived(items: readonly UploadItem[]): { projectId: string; mediaId: string } | null {
  const arrived = items.filter(({ state }) => state === 'done')
  const [first] = arrived
  if (!first?.mediaId || arrived.some(({ projectId }) => projectId !== first.projectId)) return null
  return { projectId: first.projectId, mediaId: first.mediaId }
}

/** Collapses the list when all files are added, and opens it again for the next upload. The list stays open if a file was known or failed. */
function useFolding({ items }: UploadSnapshot, setOpen: (open: boolean) => void): void {
  const areAllAdded = items.length > 0 && items.every(({ state }) => state === 'done')
  const wasFolded = useRef(false)
  const onChange = useEffectEvent(() => {
    if (areAllAdded || wasFolded.current) setOpen(!areAllAdded)
    wasFolded.current = areAllAdded
  })
  useLayoutEffect(() => onChange(), [areAllAdded]) // the header does not move once its text is there
}

/** Cancels the uploads of a person when another person signs in. */
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

/** Minimum interval between two refetches in milliseconds. The first file after a pause causes an immediate refetch. */
const settleMs = 2_000

/** Refetches the data of a project when the project receives files. */
function useArrivals(): void {
  const client = useQueryClient()
  useEffect(() => {
    const touched = new Set<string>()
    let timer: ReturnType<typeof setTimeout> | null = null
    const arrived = ({ projectId }: UploadItem) => {
      forgetHiddenLists(client, projectId)
      touched.add(projectId)
      if (timer === null) refresh()
    }
    const refresh = () => {
      timer = null
      if (touched.size === 0) return
      for (const id of touched) void refreshProject(client, id)
      touched.clear()
      timer = setTimeout(refresh, settleMs)
    }
    const stop = onArrival(arrived)
    // small files may be uploaded before the code of the tray is loaded
    for (const item of uploads.arrived()) arrived(item)
    return () => {
      stop()
      if (timer) clearTimeout(timer)
    }
  }, [client])
}
