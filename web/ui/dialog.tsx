import { type ReactNode, useRef, useState } from 'react'
import { Dialog as AriaDialog, Heading } from 'react-aria-components/Dialog'
import { Modal, ModalOverlay } from 'react-aria-components/Modal'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import styles from './dialog.module.css'
import { CloseIcon } from './icons.tsx'
import * as texts from './texts.ts'

export interface DialogProps {
  title: ReactNode
  isOpen: boolean
  onClose: () => void
  children: ReactNode
  /** Buttons at the bottom, the primary one last. */
  actions?: ReactNode
  size?: 'normal' | 'wide' | 'full'
  /** True to stay open on a click outside, for example for a form with input. */
  keepOpenOutside?: boolean
  role?: 'dialog' | 'alertdialog'
}

/** A modal dialog. It traps the focus, and gives the focus back when it closes. Esc closes the dialog. */
export function Dialog({ title, isOpen, onClose, children, actions, size = 'normal', keepOpenOutside = false, role }: DialogProps) {
  return (
    <ModalOverlay
      className={styles.scrim!}
      isOpen={isOpen}
      isDismissable={!keepOpenOutside}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <Modal className={classNames(styles.modal, size !== 'normal' && styles[size])}>
        <AriaDialog className={styles.dialog!} role={role}>
          <div className={styles.head}>
            <Heading slot="title" level={2} className={styles.title}>
              {title}
            </Heading>
            <IconButton label={texts.close} size="small" onClick={onClose}>
              <CloseIcon />
            </IconButton>
          </div>
          <div className={styles.body}>{children}</div>
          {actions && <div className={styles.actions}>{actions}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

type TopDialogProps = Pick<DialogProps, 'isOpen' | 'onClose' | 'children'> & { label: string }

/** A dialog without a title bar near the top of the page, for search. */
export function TopDialog({ label, isOpen, onClose, children }: TopDialogProps) {
  return (
    <ModalOverlay
      className={classNames(styles.scrim, styles.top)}
      isOpen={isOpen}
      isDismissable
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <Modal className={styles.modal!}>
        <AriaDialog className={styles.dialog!} aria-label={label}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

/** A full-page dialog without a title bar, for pictures. `theme` may differ from that of the page. */
export function FullDialog({ label, isOpen, onClose, children, theme }: TopDialogProps & { theme?: 'dark' }) {
  return (
    <ModalOverlay
      className={styles.cover!}
      data-theme={theme}
      isOpen={isOpen}
      onOpenChange={open => {
        if (!open) onClose()
      }}
    >
      <Modal className={styles.covering!}>
        <AriaDialog className={styles.dialog!} aria-label={label}>
          {children}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  )
}

export interface ConfirmDialogProps {
  title: ReactNode
  /** Description of the effects of the action, and of what stays unchanged. */
  children: ReactNode
  /** Label of the confirm button: "Delete project". */
  confirm: string
  /** Runs the action, and may be asynchronous. The dialog closes when the action succeeds, and stays open when it throws. */
  onConfirm: () => unknown
  isOpen: boolean
  onClose: () => void
  tone?: 'danger'
  /** False until the required input is filled in. */
  ready?: boolean
}

/** A dialog that requests confirmation of an action that is hard to undo. */
export function ConfirmDialog({ title, children, confirm, onConfirm, isOpen, onClose, tone, ready = true }: ConfirmDialogProps) {
  const [busy, setBusy] = useState(false)
  const closed = useRef(0)
  function close() {
    closed.current += 1
    onClose()
  }
  async function run() {
    const before = closed.current
    setBusy(true)
    try {
      await onConfirm()
      if (closed.current === before) close() // a dialog that was closed meanwhile may have been opened for something else
    } catch {
      // the caller shows the failure; the dialog stays open
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog
      title={title}
      isOpen={isOpen}
      onClose={close}
      role="alertdialog"
      actions={
        <>
          <Button onClick={close}>{texts.cancel}</Button>
          <Button variant={tone ?? 'primary'} busy={busy} disabled={!ready} onClick={run}>
            {confirm}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
