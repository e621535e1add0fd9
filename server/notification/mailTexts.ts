type MailText = { readonly subject: string; readonly body: string };

type Language = 'en' | 'zh';

function languageOf(locale: string): Language {
  return locale.toLowerCase().startsWith('zh') ? 'zh' : 'en';
}

/** The code alone, first: a phone's lock screen shows it. */
export function loginCodeMail(locale: string, operator: string, code: string): MailText {
  const texts: Readonly<Record<Language, MailText>> = {
    en: {
      subject: `${code} is your ${operator} code`,
      body: `${code}\n\nEnter this code on the page that you opened. It works for 10 minutes, once, in that browser only.\n\nIf you did not ask for it, ignore this message: without the code nobody can log in.`,
    },
    zh: {
      subject: `${operator} 验证码 ${code}`,
      body: `${code}\n\n请在您打开的页面中输入此验证码。验证码 10 分钟内有效，仅可使用一次，且仅限该浏览器。\n\n如非您本人操作，请忽略此邮件。没有验证码，任何人都无法登录。`,
    },
  };
  return texts[languageOf(locale)];
}

/** To somebody who has logged in before, from a browser that they had not used. */
export function newDeviceMail(
  locale: string,
  operator: string,
  { at, country }: { readonly at: Date; readonly country: string },
): MailText {
  const language = languageOf(locale);
  const time = `${new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }).format(at)} UTC`;
  const place = new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country;
  const texts: Readonly<Record<Language, MailText>> = {
    en: {
      subject: `A new device has logged in to ${operator}`,
      body: `Somebody has logged in with your e-mail address in a browser that you had not used before.\n\nTime: ${time}\nCountry: ${place}\n\nIf it was you, there is nothing to do.\n\nIf it was not, somebody else can read your e-mail: change the password of your mailbox first, then log in and log out of all devices.`,
    },
    zh: {
      subject: `${operator} 新设备登录提醒`,
      body: `有人使用您的邮箱地址在一个您未曾使用过的浏览器中登录。\n\n时间：${time}\n国家或地区：${place}\n\n如为您本人操作，请忽略此邮件。\n\n如非您本人操作，说明他人可以读取您的邮件：请先修改邮箱密码，然后登录并退出所有设备。`,
    },
  };
  return texts[language];
}

/** `keptUntil`: the ISO date on which the rest is erased, or null when all is gone. */
export function accountDeletedMail(locale: string, operator: string, keptUntil: string | null): MailText {
  const texts: Readonly<Record<Language, MailText>> = {
    en: {
      subject: `Your ${operator} account is deleted`,
      body: `Your account is closed. Saved cards, saved addresses and your billing address are deleted.\n\n${
        keptUntil === null
          ? 'Nothing else is kept of you.'
          : `The law makes us keep your paid orders and the details of your identity until ${keptUntil}. They are used for nothing else, and erased then.`
      }\n\nIf you log in again with this e-mail address, a new account is made.`,
    },
    zh: {
      subject: `您的 ${operator} 账户已删除`,
      body: `您的账户已关闭，已保存的银行卡、钱包地址和账单地址均已删除。\n\n${
        keptUntil === null
          ? '我们不再保留您的任何其他信息。'
          : `法律要求我们将您已付款的订单和身份信息保留至 ${keptUntil}。这些信息不作他用，届时将被清除。`
      }\n\n如您再次使用此邮箱登录，将创建新的账户。`,
    },
  };
  return texts[languageOf(locale)];
}

export type OrderMailFacts = {
  readonly orderNo: string;
  readonly pay: string;
  /** All that was given back. */
  readonly refunded: string;
  /** The money came by transfer: there is no hold on a card, and it goes back to an account. */
  readonly byBank: boolean;
  readonly receive: string;
  readonly link: string;
  /** Whole, so that a swapped address is seen. */
  readonly address: string;
  readonly transaction: string;
};

type OrderMail = Readonly<Record<Language, (facts: OrderMailFacts) => MailText>>;

/** What a buyer is told by e-mail, by the state that the order has come to. */
const orderMails: Readonly<Record<string, OrderMail>> = {
  awaiting_identity: {
    en: (facts) => ({
      subject: `Verify your identity for order ${facts.orderNo}`,
      body: facts.byBank
        ? `We have received ${facts.pay}.\n\nBefore we buy for you, we need to verify your identity: ${facts.link}\n\nIf that is not done in time, the money goes back to the account that it came from.`
        : `${facts.pay} is held on your card. Nothing has been charged.\n\nBefore it is, we need to verify your identity: ${facts.link}\n\nIf that is not done in time, the hold is released and the order is cancelled.`,
    }),
    zh: (facts) => ({
      subject: `订单 ${facts.orderNo}：请验证身份`,
      body: facts.byBank
        ? `我们已收到 ${facts.pay}。\n\n买入前需要验证您的身份：${facts.link}\n\n如未按时完成，款项将退回原汇款账户。`
        : `您的银行卡已预授权 ${facts.pay}，未扣款。\n\n扣款前需要验证您的身份：${facts.link}\n\n如未按时完成，预授权将被释放，订单将取消。`,
    }),
  },
  awaiting_consent: {
    en: (facts) => ({
      subject: `The price has moved: order ${facts.orderNo}`,
      body: `${facts.byBank ? `We have received ${facts.pay}.` : `${facts.pay} is held on your card. Nothing has been charged.`}\n\nThe price has moved. See the new amount and agree or cancel within ten minutes: ${facts.link}`,
    }),
    zh: (facts) => ({
      subject: `价格已变动：订单 ${facts.orderNo}`,
      body: `${facts.byBank ? `我们已收到 ${facts.pay}。` : `您的银行卡已预授权 ${facts.pay}，未扣款。`}\n\n价格已变动。请在十分钟内查看新的数量并选择同意或取消：${facts.link}`,
    }),
  },
  paid: {
    en: (facts) => ({
      subject: `Paid: order ${facts.orderNo}`,
      body: `We have received ${facts.pay}. ${facts.receive} goes to\n\n${facts.address}\n\nFollow it here: ${facts.link}`,
    }),
    zh: (facts) => ({
      subject: `已付款：订单 ${facts.orderNo}`,
      body: `我们已收到 ${facts.pay}。${facts.receive} 将发送至\n\n${facts.address}\n\n查看进度：${facts.link}`,
    }),
  },
  delivered: {
    en: (facts) => ({
      subject: `Delivered: ${facts.receive}`,
      body: `${facts.receive} has arrived at\n\n${facts.address}\n\nTransaction ${facts.transaction}\n\nYour order: ${facts.link}`,
    }),
    zh: (facts) => ({
      subject: `已到账：${facts.receive}`,
      body: `${facts.receive} 已到达\n\n${facts.address}\n\n交易 ${facts.transaction}\n\n您的订单：${facts.link}`,
    }),
  },
  cancelled: {
    en: (facts) => ({
      subject: `Cancelled: order ${facts.orderNo}`,
      body: `The order is cancelled. Nothing was charged${facts.byBank ? '' : '; a hold on your card is released'}.\n\n${facts.link}`,
    }),
    zh: (facts) => ({
      subject: `已取消：订单 ${facts.orderNo}`,
      body: `订单已取消，未扣款${facts.byBank ? '' : '；银行卡上的预授权已释放'}。\n\n${facts.link}`,
    }),
  },
  expired: {
    en: (facts) => ({
      subject: `Expired: order ${facts.orderNo}`,
      body: `The time to pay has passed and nothing was charged. Please make a new order.\n\n${facts.link}`,
    }),
    zh: (facts) => ({
      subject: `已过期：订单 ${facts.orderNo}`,
      body: `付款时间已过，未扣款。请重新下单。\n\n${facts.link}`,
    }),
  },
  failed: {
    en: (facts) => ({
      subject: `Payment failed: order ${facts.orderNo}`,
      body: `Payment failed, please contact your card issuer. Nothing was charged.\n\n${facts.link}`,
    }),
    zh: (facts) => ({
      subject: `付款失败：订单 ${facts.orderNo}`,
      body: `付款失败，请联系您的发卡行。未扣款。\n\n${facts.link}`,
    }),
  },
  refunded: {
    en: (facts) => ({
      subject: `Refunded: order ${facts.orderNo}`,
      body: `${facts.refunded} has been given back to ${facts.byBank ? 'the account that it came from' : 'your card'}. Your bank may take a few days to show it.\n\n${facts.link}`,
    }),
    zh: (facts) => ({
      subject: `已退款：订单 ${facts.orderNo}`,
      body: `${facts.refunded} 已退回${facts.byBank ? '原汇款账户' : '您的银行卡'}。银行可能需要几天显示。\n\n${facts.link}`,
    }),
  },
};

/** Undefined where the buyer needs no letter: the page says it. */
export function orderMail(status: string, locale: string, facts: OrderMailFacts): MailText | undefined {
  return orderMails[status]?.[languageOf(locale)](facts);
}
