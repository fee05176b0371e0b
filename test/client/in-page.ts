// The client and its exercise as a script of a page.
import * as rowdesk from '../../core/client.ts';
import { exercise, follow } from './exercise.ts';

Object.assign(globalThis, { rowdesk, exercise, follow });
