import { mutationOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export const forgotPassword = () =>
  mutationOptions({
    mutationKey: ['forgotPassword'],
    mutationFn: (email: string) => call('POST /auth/forgot-password', { json: { email } })
  })

export const proveEmail = () =>
  mutationOptions({
    mutationKey: ['proveEmail'],
    mutationFn: (token: string) => call('POST /auth/prove-email', { json: { token } })
  })

export const resetPassword = () =>
  mutationOptions({
    mutationKey: ['resetPassword'],
    mutationFn: (json: { token: string; password: string }) => call('POST /auth/reset-password', { json })
  })
