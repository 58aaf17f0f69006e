import { useEffect, useState } from 'react'
import { UploadIcon } from '../../ui/icons.tsx'
import { showToast } from '../../ui/toast.tsx'
import styles from './media-section.module.css'
import { galleryTexts as texts } from './texts.ts'
import { droppedFiles } from './upload/collect-files.ts'

const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false

function reportUnreadable(paths: readonly string[]) {
  showToast({
    tone: 'danger',
    title: texts.add.unreadable(paths.length),
    description: texts.add.some(paths)
  })
}

/** Accepts files dropped anywhere on the page, so that the browser does not open files that miss the drop target. */
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
        <b>{texts.add.dropHere}</b>
        <span>{texts.add.dropHereAbout}</span>
      </div>
    </div>
  )
}
