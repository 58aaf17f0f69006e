import { useEffect, useState } from 'react'
import { formatCount } from '../../ui/format.ts'
import { UploadIcon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './media-section.module.css'
import { droppedFiles } from './upload/collect-files.ts'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

function reportUnreadable(paths: readonly string[]) {
  showToast({
    tone: 'danger',
    title: `${formatCount(paths.length, 'file or folder', 'files or folders')} could not be read`,
    description: `${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ' and others' : ''}`
  })
}

/** Accepts files dropped anywhere on the page, so that a missed target does not open them in the browser. */
export function PageDrop({ onFiles }: { onFiles: (files: File[]) => void }) {
  const [over, setOver] = useState(false)

  useEffect(() => {
    let depth = 0 // enter and leave fire for every crossed element
    const handlers: Record<string, (event: DragEvent) => void> = {
      dragenter: event => {
        if (!carriesFiles(event)) return
        depth++
        setOver(true)
      },
      dragleave: event => {
        if (!carriesFiles(event)) return
        depth = Math.max(0, depth - 1)
        if (depth === 0) setOver(false)
      },
      dragover: event => {
        if (!carriesFiles(event) || !event.dataTransfer) return
        event.preventDefault()
        event.dataTransfer.dropEffect = 'copy'
      },
      drop: event => {
        if (!carriesFiles(event) || !event.dataTransfer) return
        if (event.target instanceof Element && event.target.closest('[role="dialog"], [role="alertdialog"]')) return // a dialog handles its own drops
        event.preventDefault()
        event.stopPropagation()
        depth = 0
        setOver(false)
        void droppedFiles(event.dataTransfer).then(({ files, unreadable }) => {
          if (unreadable.length > 0) reportUnreadable(unreadable)
          onFiles(files)
        })
      }
    }
    for (const [name, handler] of Object.entries(handlers)) window.addEventListener(name, handler as EventListener, { capture: true })
    return () => {
      for (const [name, handler] of Object.entries(handlers)) window.removeEventListener(name, handler as EventListener, { capture: true })
    }
  }, [onFiles])

  if (!over) return null
  return (
    <div className={styles.dropCover}>
      <div className={styles.dropTarget}>
        <UploadIcon aria-hidden />
        <b>Drop to add</b>
        <span>Images, folders, or a CSV table of positions</span>
      </div>
    </div>
  )
}
