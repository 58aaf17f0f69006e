import {
  UNSTABLE_Toast as AriaToast,
  Text,
  UNSTABLE_ToastContent as ToastContent,
  UNSTABLE_ToastRegion as ToastRegion
} from 'react-aria-components/Toast'
import { Button, IconButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { CloseIcon } from './icons.tsx'
import { toastsLoaded } from './shell-toast.ts'
import * as texts from './texts.ts'
import styles from './toast.module.css'
import { closeActions, queue, showToast } from './toast.tsx'

toastsLoaded({ showToast, closeActions })

/** Region for toasts, rendered once in the frame. It is a separate chunk, because no toast is shown initially. */
export default function Toasts() {
  return (
    <ToastRegion queue={queue} className={styles.region!} aria-label={texts.messages}>
      {({ toast }) => {
        const { title, description, tone, action } = toast.content
        return (
          <AriaToast toast={toast} className={classNames(styles.toast, tone && styles[tone])}>
            <ToastContent className={styles.content}>
              <Text slot="title">{title}</Text>
              {description && (
                <Text slot="description" elementType="p" className={styles.about}>
                  {description}
                </Text>
              )}
            </ToastContent>
            {action && (
              <Button
                size="small"
                onClick={() => {
                  action.onAction()
                  queue.close(toast.key)
                }}
              >
                {action.label}
              </Button>
            )}
            <IconButton label={texts.close} size="small" onClick={() => queue.close(toast.key)}>
              <CloseIcon />
            </IconButton>
          </AriaToast>
        )
      }}
    </ToastRegion>
  )
}
