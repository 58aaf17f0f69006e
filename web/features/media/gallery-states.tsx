import { Button } from '../../ui/button.tsx'
import { DropZone } from '../../ui/drop-zone.tsx'
import { RetryIcon } from '../../ui/icons.tsx'
import styles from './media-section.module.css'
import { acceptedImages } from './upload/collect-files.ts'

const ghosts = Array.from({ length: 12 }, (_, place) => place)

export function GallerySkeleton() {
  return (
    <div className={styles.skeleton} role="status" aria-label="Loading images">
      {ghosts.map(place => (
        <div key={place} aria-hidden>
          <span className={styles.ghost} />
          <span className={styles.ghost} />
          <span className={styles.ghost} />
        </div>
      ))}
    </div>
  )
}

export function GalleryFailed({ sentence, onRetry }: { sentence: string; onRetry: () => void }) {
  return (
    <div className={styles.message} role="alert">
      <h3>The images cannot be shown</h3>
      <p>{sentence} Nothing is lost: they are safe on the server.</p>
      <Button icon={<RetryIcon aria-hidden />} onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}

export function NothingFound({ search, onClear }: { search: string; onClear: () => void }) {
  return (
    <div className={styles.message}>
      <h3>No image is called “{search}”</h3>
      <p>The search looks for this text anywhere in the file names of this project.</p>
      <Button onClick={onClear}>Clear search</Button>
    </div>
  )
}

export function EmptyGallery({ canEdit, onFiles }: { canEdit: boolean; onFiles: (files: File[]) => void }) {
  if (!canEdit) {
    return (
      <div className={styles.message}>
        <h3>No images yet</h3>
        <p>An owner or editor of this project can add them. They appear here as soon as they are uploaded.</p>
      </div>
    )
  }
  return (
    <DropZone
      label="Drop images or whole folders here"
      description="JPEG, PNG, TIFF and WebP. Time, position, depth and camera are read from each file, the originals are not changed, and an interrupted upload continues where it stopped."
      button="Choose images"
      accept={acceptedImages}
      onFiles={onFiles}
    />
  )
}
