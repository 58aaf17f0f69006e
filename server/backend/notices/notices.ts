import { noticesApi } from '../../../shared/contracts/notices.ts'
import type { Module } from '../module.ts'
import { noticeRoutes } from './routes.ts'

/** Module for the notices that the bell shows to an account. */
export const noticesModule: Module = { contracts: [noticesApi], routes: [noticeRoutes] }
